import type { ReactNode } from 'react'
import { useNotificationScope } from '#features/notifications/web/use-notification-scope.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'

/** The screen of a notification's records, once their company and brand are selected (C-348). */
export function NotificationGate({ id, children }: { id: string; children: ReactNode }) {
  const { isDone, error, retry } = useNotificationScope(id)
  if (isDone) return children
  return error ? <ErrorState error={error} retry={retry} /> : <PageLoading />
}
