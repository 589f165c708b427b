/** Alerts last 5 s and appear top right (C-341, S-290). */
export const alertMilliseconds = 5000

/** Milliseconds an alert stays where the specification gives another time than 5 s. */
type Lasting = { milliseconds?: number }

export function tellGood(message: string, { milliseconds = alertMilliseconds }: Lasting = {}): void {
  void show(message, 'green.8', milliseconds)
}

export function tellBad(message: string, { milliseconds = alertMilliseconds }: Lasting = {}): void {
  void show(message, 'red.8', milliseconds)
}

export function tell(message: string, { milliseconds = alertMilliseconds }: Lasting = {}): void {
  void show(message, 'accent.7', milliseconds)
}

let isWanted = false
const listeners = new Set<() => void>()

/** Whether anything was told yet: until then the code that shows alerts is not loaded. */
export const alertsWanted = {
  read: () => isWanted,
  watch: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** The same sentence is shown once, however many calls bring it; a new one starts its time anew. */
async function show(message: string, color: string, autoClose: number): Promise<void> {
  isWanted = true
  for (const listener of listeners) listener()
  const { notifications } = await import('@mantine/notifications')
  notifications.hide(message)
  notifications.show({ id: message, message, color, autoClose, role: 'alert' })
}
