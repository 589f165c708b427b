import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readEmailAddress } from '#features/users/web/lookups.ts'
import { toastError } from '#kit/web/alerts.ts'

/** The address to which results are sent; '' while it is looked up. Alerts the message when that fails. */
export function useOwnEmail(failure: string): string {
  const { data, isError } = useQuery({ queryKey: ['own email'], queryFn: readEmailAddress })
  useEffect(() => {
    if (isError) toastError(failure)
  }, [isError, failure])
  return data ?? ''
}
