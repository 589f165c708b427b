import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { deletionsPerCall, editing, undoSeconds } from '#features/editing/contract.ts'
import { toastInfo, toastError } from '#kit/web/alerts.ts'
import { chunksOf } from '#kit/web/chunks-of.ts'
import { call, failedWith } from '#kit/web/call.ts'
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
  /** The deletions of the last ten seconds, which Undo undoes together. */
  undoable: readonly Deletion[]
  undo: () => Promise<void>
  isUndoing: boolean
}

/**
 * Deletes selected findings, with ten seconds to undo; leaving the screen deletes at once what still waits. `onChanged`
 * is called after each, also when a part failed.
 */
export function useDeleting(onChanged: () => Promise<void>): Deleting {
  // It merges the edits of the sheet: those of the moment when the answer comes.
  const onAnswered = useCallbackRef(onChanged)
  const [deletingCount, setDeletingCount] = useState(0)
  const [undoable, setUndoable] = useState<readonly Deletion[]>([])
  const [isUndoing, setUndoing] = useState(false)
  /** What was chosen in the last second, and how to delete it. */
  const waiting = useRef<readonly Deletion[]>([])
  const deleteTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = useRef(true)

  const run = async ({ scope, ids }: Deletion) => {
    const deleted = await deleteFindings({ scope, ids })
    setDeletingCount((count) => count - ids.length)
    if (deleted.length === 0) return
    const done = { scope, ids: deleted }
    setUndoable((now) => [...now, done])
    setTimeout(() => setUndoable((now) => now.filter((one) => one !== done)), undoSeconds * 1000)
  }
  const runWaiting = async () => {
    clearTimeout(deleteTimer.current)
    const deletions = waiting.current
    waiting.current = []
    for (const deletion of deletions) await run(deletion)
    if (isShown.current && deletions.length > 0) await onAnswered()
  }
  const runNow = useEffectEvent(() => void runWaiting())
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      runNow()
    }
  }, [])

  return {
    deletingCount,
    undoable,
    isUndoing,
    remove: (deletion) => {
      const before = countOf(waiting.current)
      waiting.current = withDeletion(waiting.current, deletion)
      const added = countOf(waiting.current) - before
      setDeletingCount((count) => count + added)
      clearTimeout(deleteTimer.current)
      deleteTimer.current = setTimeout(() => void runWaiting(), deleteDelay)
    },
    undo: async () => {
      if (undoable.length === 0 || isUndoing) return
      setUndoing(true)
      const { restored, over } = await restoreFindings(undoable)
      setUndoing(false)
      setUndoable((now) => now.filter((one) => !over.includes(one)))
      if (restored.length > 0) toastInfo(texts.restored(countOf(restored)))
      if (over.length > 0) await onAnswered()
    },
  }
}

/** Deletes them, and says why where that fails; returns the ids of those that are deleted. */
async function deleteFindings({ scope, ids }: Deletion): Promise<string[]> {
  const deleted: string[] = []
  try {
    for (const data of chunksOf(ids, deletionsPerCall)) {
      await call(editing.remove, { ...scope, data })
      deleted.push(...data)
    }
  } catch (error) {
    toastError(sentenceOf(error))
  }
  return deleted
}

/**
 * Restores them, and says why where that fails. `over`: those that are restored, or that the server no longer restores;
 * without an answer another attempt may succeed.
 */
async function restoreFindings(deletions: readonly Deletion[]) {
  const [restored, over]: [Deletion[], Deletion[]] = [[], []]
  for (const one of deletions) {
    try {
      // One call, however many: the time for it must not be over between its parts.
      await call(editing.restore, { ...one.scope, data: [...one.ids] })
      restored.push(one)
      over.push(one)
    } catch (error) {
      toastError(sentenceOf(error))
      if (failedWith(error, 404, 409, 422)) over.push(one)
    }
  }
  return { restored, over }
}

/** How many findings they delete. */
export const countOf = (deletions: readonly Deletion[]): number =>
  deletions.reduce((count, { ids }) => count + ids.length, 0)

/** With one more: a finding chosen twice is deleted once. */
function withDeletion(deletions: readonly Deletion[], one: Deletion): Deletion[] {
  const known = new Set(deletions.flatMap(({ ids }) => ids))
  const ids = one.ids.filter((id) => !known.has(id))
  return ids.length === 0 ? [...deletions] : [...deletions, { ...one, ids }]
}
