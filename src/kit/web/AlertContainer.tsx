import { lazy, Suspense, useSyncExternalStore } from 'react'
import { alertMilliseconds, alertsWanted } from './alerts.ts'

const LazyNotifications = lazy(() =>
  import('@mantine/notifications').then(({ Notifications }) => ({ default: Notifications })),
)

/** Container of the alerts, top right. Its code is loaded with the first alert. */
export function AlertContainer() {
  const isWanted = useSyncExternalStore(alertsWanted.watch, alertsWanted.read)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <LazyNotifications position="top-right" autoClose={alertMilliseconds} limit={4} />
    </Suspense>
  )
}
