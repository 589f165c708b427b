import { useCallbackRef } from '@mantine/hooks'
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
  deletingCount: number
  remove: (deletion: Deletion) => void
  /** The deletion of the last ten seconds. */
  undoable: Deletion | undefined
  undo: () => Promise<void>
}

/** Deletes selected findings, with ten seconds to undo. `onChanged` is called after each, also when a part failed. */
export function useDeleting(onChanged: () => Promise<void>): Deleting {
  // It merges the edits of the sheet: those of the moment when the answer comes.
  const onAnswered = useCallbackRef(onChanged)
  const [deletingCount, setDeletingCount] = useState(0)
  const [undoable, setUndoable] = useState<Deletion>()
  const undoTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const deleteTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(undoTimer.current)
      clearTimeout(deleteTimer.current)
    },
    [],
  )

  const run = async ({ scope, ids }: Deletion) => {
    const deleted: string[] = []
    try {
      for (const data of chunksOf(ids)) {
        await call(editing.remove, { ...scope, data })
        deleted.push(...data)
      }
    } catch (error) {
      toastError(sentenceOf(error))
    }
    setDeletingCount(0)
    if (deleted.length === 0) return
    setUndoable({ scope, ids: deleted })
    clearTimeout(undoTimer.current)
    undoTimer.current = setTimeout(() => setUndoable(undefined), undoSeconds * 1000)
    await onAnswered()
  }

  return {
    deletingCount,
    undoable,
    remove: (deletion) => {
      setDeletingCount(deletion.ids.length)
      clearTimeout(deleteTimer.current)
      deleteTimer.current = setTimeout(() => void run(deletion), deleteDelay)
    },
    undo: async () => {
      if (!undoable) return
      setUndoable(undefined)
      try {
        for (const data of chunksOf(undoable.ids)) await call(editing.restore, { ...undoable.scope, data })
        toastInfo(texts.restored(undoable.ids.length))
      } catch (error) {
        toastError(sentenceOf(error))
      }
      await onAnswered()
    },
  }
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / deletionsPerCall) }, (_, n) =>
    ids.slice(n * deletionsPerCall, (n + 1) * deletionsPerCall),
  )
}
