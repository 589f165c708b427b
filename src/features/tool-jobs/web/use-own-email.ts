import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readEmailAddress } from '#features/users/web/lookups.ts'
import { toastError } from '#kit/web/alerts.ts'

/** The address to which results are sent; '' while it is looked up. Alerts the message when that fails. */
export function useOwnEmail(failure: string): string {
  const { data, error } = useQuery({ queryKey: ['own email'], queryFn: readEmailAddress })
  useEffect(() => {
    if (error) toastError(failure, { cause: error })
  }, [error, failure])
  return data ?? ''
}
