/** Alerts last 5 s and appear top right (C-341, S-290). */
export const alertMilliseconds = 5000

/** Duration of an alert in milliseconds, where the specification differs from 5 s. */
type AlertOptions = { milliseconds?: number }

/** Shows a success alert. */
export function toastSuccess(message: string, { milliseconds = alertMilliseconds }: AlertOptions = {}): void {
  void show(message, 'green.8', milliseconds)
}

/** Shows an error alert. */
export function toastError(message: string, { milliseconds = alertMilliseconds }: AlertOptions = {}): void {
  void show(message, 'red.8', milliseconds)
}

/** Shows a neutral alert. */
export function toastInfo(message: string, { milliseconds = alertMilliseconds }: AlertOptions = {}): void {
  void show(message, 'accent.7', milliseconds)
}

let isWanted = false
const listeners = new Set<() => void>()

/** Whether an alert was shown yet: until then the code of alerts is not loaded. For useSyncExternalStore. */
export const alertsWanted = {
  read: () => isWanted,
  watch: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** The same message is shown only once at a time; showing it again restarts its time. */
async function show(message: string, color: string, autoClose: number): Promise<void> {
  isWanted = true
  for (const listener of listeners) listener()
  const { notifications } = await import('@mantine/notifications')
  notifications.hide(message)
  notifications.show({ id: message, message, color, autoClose, role: 'alert' })
}
