import { notifications } from '@mantine/notifications'

/** Alerts last 5 s and appear top right (C-341, S-290). */
export const alertMilliseconds = 5000

/** Milliseconds an alert stays where the specification gives another time than 5 s. */
type Lasting = { milliseconds?: number }

export function tellGood(message: string, { milliseconds = alertMilliseconds }: Lasting = {}): void {
  show(message, 'green.8', milliseconds)
}

export function tellBad(message: string, { milliseconds = alertMilliseconds }: Lasting = {}): void {
  show(message, 'red.8', milliseconds)
}

export function tell(message: string, { milliseconds = alertMilliseconds }: Lasting = {}): void {
  show(message, 'accent.7', milliseconds)
}

/** The same sentence is shown once, however many calls bring it; a new one starts its time anew. */
function show(message: string, color: string, autoClose: number): void {
  notifications.hide(message)
  notifications.show({ id: message, message, color, autoClose, role: 'alert' })
}
