import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvent, useReadAgain } from '#features/notifications/web/live.ts'
import { requestLists } from '#features/requests/web/lists.ts'
import { readAgain } from '#kit/web/read-again.ts'

const listKeys = Object.values(requestLists).map((name) => ['pages', name])

/** Reloads the lists of client requests when requests were added or changed. */
export function useRequestEvents(): void {
  const client = useQueryClient()
  useLiveEvent('requests', () => {
    for (const queryKey of listKeys) readAgain(client, queryKey)
  })
  useReadAgain(...listKeys)
}
