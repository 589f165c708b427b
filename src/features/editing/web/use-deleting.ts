import { useEffect, useRef, useState } from 'react'
import { deletionsPerCall, editing, undoSeconds } from '#features/editing/contract.ts'
import { toastInfo, toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { texts } from './texts.ts'

/** Milliseconds between the last click and the delete call, which runs once (S-285). */
const deleteDelay = 1_000

type Scope = { company: string; brand: string; platform: string }
/** Findings to delete, of one brand and platform. */
export type Deletion = { scope: Scope; ids: readonly string[] }

export type Deleting = {
  /** Number of findings about to be deleted. */
  underWay: number
  remove: (which: Deletion) => void
  /** The deletion of the last ten seconds. */
  undoable: Deletion | undefined
  undo: () => Promise<void>
}

/** Deletes selected findings, with ten seconds to undo. `onChanged` is called after each, also when a part failed. */
export function useDeleting(onChanged: () => Promise<void>): Deleting {
  const [underWay, setUnderWay] = useState(0)
  const [undoable, setUndoable] = useState<Deletion>()
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(clock.current)
      clearTimeout(waiting.current)
    },
    [],
  )

  const run = async ({ scope, ids }: Deletion) => {
    const deleted: string[] = []
    try {
      for (const data of pieces(ids)) {
        await call(editing.remove, { ...scope, data })
        deleted.push(...data)
      }
    } catch (error) {
      toastError(sentenceOf(error))
    }
    setUnderWay(0)
    if (deleted.length === 0) return
    setUndoable({ scope, ids: deleted })
    clearTimeout(clock.current)
    clock.current = setTimeout(() => setUndoable(undefined), undoSeconds * 1000)
    await onChanged()
  }

  return {
    underWay,
    undoable,
    remove: (which) => {
      setUnderWay(which.ids.length)
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => void run(which), deleteDelay)
    },
    undo: async () => {
      if (!undoable) return
      setUndoable(undefined)
      try {
        for (const data of pieces(undoable.ids)) await call(editing.restore, { ...undoable.scope, data })
        toastInfo(texts.restored(undoable.ids.length))
      } catch (error) {
        toastError(sentenceOf(error))
      }
      await onChanged()
    },
  }
}

function pieces(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / deletionsPerCall) }, (_, n) =>
    ids.slice(n * deletionsPerCall, (n + 1) * deletionsPerCall),
  )
}
