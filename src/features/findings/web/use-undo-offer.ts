import { useEffect, useRef, useState } from 'react'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'

/** How long Undo is offered. */
export const undoMilliseconds = 10_000

/** A change that can be undone for ten seconds. */
export type Undoable = {
  message: string
  revert: () => Promise<{ updated: number }>
  /** Message after that many rows were restored. */
  undoneText: (count: number) => string
}

export type UndoOffer = {
  undoable: Undoable | undefined
  offer: (what: Undoable) => void
  undo: () => Promise<void>
}

/** Offers to undo the last change, for ten seconds. `onUndone` is called after it was undone. */
export function useUndoOffer(onUndone: () => void): UndoOffer {
  const [undoable, setUndoable] = useState<Undoable>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    undoable,
    offer: (what) => {
      setUndoable(what)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setUndoable(undefined), undoMilliseconds)
    },
    undo: async () => {
      if (!undoable) return
      setUndoable(undefined)
      try {
        const answer = await undoable.revert()
        toastSuccess(undoable.undoneText(answer.updated))
        onUndone()
      } catch (error) {
        toastError(sentenceOf(error))
      }
    },
  }
}
