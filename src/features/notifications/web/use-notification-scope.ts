import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notifications } from '#features/notifications/contract.ts'
import { selectScope } from '#features/sessions/web/select-scope.ts'
import { call, failedWith } from '#kit/web/call.ts'

/** `error`: the scope could not be read, so that it is not known whose records would be shown. */
type NotificationScope = { isDone: boolean; error: unknown; retry: () => void }

/**
 * Selects company and brand of the notification in the address, however it was opened: by the bell, a link or Back
 * (C-348, G53). A notification that is not the person's selects nothing.
 */
export function useNotificationScope(id: string): NotificationScope {
  const [selectedFor, setSelectedFor] = useState<string>()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['scope of a notification', id],
    queryFn: ({ signal }) => call(notifications.scope, { id }, { signal }),
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => {
    if (data) void selectScope(data).then(() => setSelectedFor(id))
  }, [id, data])
  const isNotTheirs = failedWith(error, 403, 404)
  return {
    isDone: isNotTheirs || selectedFor === id,
    error: isNotTheirs || isFetching ? undefined : error,
    retry: () => void refetch(),
  }
}
