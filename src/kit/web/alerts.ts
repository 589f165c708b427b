import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { sessionOver } from '#kit/contract/session-over.ts'
import { AlertAction } from './AlertAction.tsx'
import { isSessionOver } from './call.ts'
import { sentenceOf } from './ErrorState.tsx'

/** Alerts last 5 s and appear top right (C-341, S-290). */
export const alertMilliseconds = 5000

type AlertOffer = { label: string; run: () => void }
/** Duration of an alert in milliseconds, where it differs from 5 s, and what it offers meanwhile. */
type AlertOptions = { milliseconds?: number; action?: AlertOffer; more?: readonly AlertOffer[] }

/** Shows a success alert. */
export function toastSuccess(
  message: string,
  { milliseconds = alertMilliseconds, action, more = [] }: AlertOptions = {},
): void {
  show(message, 'green.8', milliseconds, action ? [...more, action] : more)
}

/** Whether it was shown that the session is over and no other one has begun. */
let isOverShown = false

/** Shows that the session is over, once for all the calls that fail with it: `toastError` leaves theirs out. */
export function toastSessionOver(): void {
  isOverShown = true
  show(sessionOver, 'red.8', alertMilliseconds)
}

/** Lets the next end of a session be shown. */
export function sessionBegan(): void {
  isOverShown = false
}

/** `cause` is the failure that the message is about, where the message is not the failure's own. */
type ErrorOptions = { milliseconds?: number; cause?: unknown }

/** Shows an error alert; none about a call that failed because the session is over, once that is shown. */
export function toastError(message: string, { milliseconds = alertMilliseconds, cause }: ErrorOptions = {}): void {
  if (isOverShown && (message === sessionOver || isSessionOver(cause))) return
  show(message, 'red.8', milliseconds)
}

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

/** Shows a neutral alert. */
export function toastInfo(message: string, { milliseconds = alertMilliseconds }: AlertOptions = {}): void {
  show(message, 'accent.7', milliseconds)
}

/** Takes an alert away before its time, when what it says is over. */
export function hideToast(message: string): void {
  notifications.hide(message)
}

/** The same message is shown only once at a time; showing it again restarts its time. */
function show(message: string, color: string, autoClose: number, offers: readonly AlertOffer[] = []): void {
  notifications.hide(message)
  const actions = offers.map(({ label, run }) => ({ label, onClick: () => (notifications.hide(message), run()) }))
  const content = actions.length > 0 ? createElement(AlertAction, { message, actions }) : message
  notifications.show({ id: message, message: content, color, autoClose, role: 'alert' })
}
