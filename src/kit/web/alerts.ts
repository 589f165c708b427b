import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { AlertAction } from './AlertAction.tsx'

/** Alerts last 5 s and appear top right (C-341, S-290). */
export const alertMilliseconds = 5000

/** Duration of an alert in milliseconds, where it differs from 5 s, and an action it offers meanwhile. */
type AlertOptions = { milliseconds?: number; action?: { label: string; run: () => void } }

/** Shows a success alert. */
export function toastSuccess(message: string, { milliseconds = alertMilliseconds, action }: AlertOptions = {}): void {
  show(message, 'green.8', milliseconds, action)
}

/** Until this time, in milliseconds since 1970, error alerts only repeat that the session is over. */
let ignoreErrorsUntil = 0

/**
 * Shows that the session is over. Every call under way fails with it, and its screen would add an alert of its own: those
 * are left out for a second, or until the person does something, whose answer is shown.
 */
export function toastSessionOver(message: string): void {
  ignoreErrorsUntil = 0
  toastError(message)
  ignoreErrorsUntil = Date.now() + 1000
  for (const event of ['pointerdown', 'keydown'])
    window.addEventListener(event, () => (ignoreErrorsUntil = 0), { once: true, capture: true })
}

/** Shows an error alert. */
export function toastError(message: string, { milliseconds = alertMilliseconds }: AlertOptions = {}): void {
  if (Date.now() < ignoreErrorsUntil) return
  show(message, 'red.8', milliseconds)
}

/** Shows a neutral alert. */
export function toastInfo(message: string, { milliseconds = alertMilliseconds }: AlertOptions = {}): void {
  show(message, 'accent.7', milliseconds)
}

/** The same message is shown only once at a time; showing it again restarts its time. */
function show(message: string, color: string, autoClose: number, action?: AlertOptions['action']): void {
  notifications.hide(message)
  const onClick = () => (notifications.hide(message), action?.run())
  const content = action ? createElement(AlertAction, { message, label: action.label, onClick }) : message
  notifications.show({ id: message, message: content, color, autoClose, role: 'alert' })
}
