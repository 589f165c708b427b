import { hideToast, toastSuccess } from '#kit/web/alerts.ts'
import type { LastUndo, StoredDecision } from './last-undo.ts'
import { texts } from './texts.ts'
import { undoMilliseconds } from './use-undo-offer.ts'

type Stored = {
  message: string
  /** Whether the message is shown; where a part was refused, that is. */
  isShown?: boolean
  undo: () => void
  /** What the message offers in addition. */
  more?: readonly { label: string; run: () => void }[]
}

/** A decision that the server has stored: its message offers Undo, which its button and its key do once. */
export function storedDecision(last: LastUndo, { message, isShown = true, undo, more = [] }: Stored): StoredDecision {
  let isUndone = false
  const run = () => {
    if (isUndone) return false
    isUndone = true
    hideToast(message)
    undo()
    return true
  }
  const showAgain = (milliseconds: number) => {
    const action = { label: texts.undo, run: () => run() && last.undone(decision) }
    if (isShown) toastSuccess(message, { milliseconds, action, more })
  }
  const decision = { run, showAgain }
  showAgain(undoMilliseconds)
  return decision
}
