import { toastError, toastSuccess } from './alerts.ts'
import { sentenceOf } from './ErrorState.tsx'

/** Runs an action and shows its message, or why it failed; whether it succeeded. Never rejects. */
export async function toastOutcome(work: () => Promise<{ message: string }>): Promise<boolean> {
  try {
    toastSuccess((await work()).message)
    return true
  } catch (problem) {
    toastError(sentenceOf(problem))
    return false
  }
}
