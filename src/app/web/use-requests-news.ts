import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#features/notifications/web/live.ts'
import { requestLists } from '#features/requests/web/lists.ts'

/** Reloads the lists of client requests when requests were added or changed. */
export function useRequestsNews(): void {
  const client = useQueryClient()
  useLive('requests', () => {
    for (const name of Object.values(requestLists)) void client.invalidateQueries({ queryKey: ['pages', name] })
  })
}
