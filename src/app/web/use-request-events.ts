import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '#features/notifications/web/live.ts'
import { requestLists } from '#features/requests/web/lists.ts'

/** Reloads the lists of client requests when requests were added or changed. */
export function useRequestEvents(): void {
  const client = useQueryClient()
  useLiveEvent('requests', () => {
    for (const name of Object.values(requestLists)) void client.invalidateQueries({ queryKey: ['pages', name] })
  })
}
