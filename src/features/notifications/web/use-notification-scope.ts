import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NotificationScope } from '#features/notifications/contract.ts'
import { notificationCalls } from './notification-calls.ts'
import { refreshUser } from '#features/sessions/web/refresh-user.ts'
import { chooseCompanyAndBrand, storedSession } from '#features/sessions/web/session-store.ts'
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
    void select(data).then(() => setSelectedFor(id))
  }, [id, data])
  return id === undefined || isError || selectedFor === id
}

/** The brand may be newer than the stored session. */
async function select({ company, brand }: NotificationScope): Promise<void> {
  const isKnown = () => storedSession().user?.brandDetails?.some(({ id }) => id === brand)
  if (!isKnown()) await refreshUser()
  chooseCompanyAndBrand(company, brand)
}
