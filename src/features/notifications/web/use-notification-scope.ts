import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notificationCalls } from './notification-calls.ts'
import { selectScope } from '#features/sessions/web/select-scope.ts'
import { call } from '#kit/web/call.ts'

/**
 * Selects company and brand of the notification in the address, however it was opened: by the bell, a link or Back
 * (C-348, G53). Returns whether that is done. A notification that is not the person's selects nothing.
 */
export function useNotificationScope(id: string | undefined): boolean {
  const [selectedFor, setSelectedFor] = useState<string>()
  const { data, isError } = useQuery({
    queryKey: ['scope of a notification', id],
    queryFn: ({ signal }) => call(notificationCalls.scope, { id: id ?? '' }, { signal }),
    enabled: id !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => {
    if (id === undefined || !data) return
    void selectScope(data).then(() => setSelectedFor(id))
  }, [id, data])
  return id === undefined || isError || selectedFor === id
}
