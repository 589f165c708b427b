import { useQueryClient } from '@tanstack/react-query'
import { newsKey } from '#features/findings/web/use-news.ts'
import { useLive } from '#features/notifications/web/live.ts'

/** Records for the dashboards that findings were added; they then offer to show them. */
export function useFindingsNews(): void {
  const client = useQueryClient()
  useLive('findings', ({ platform }) => client.setQueryData(newsKey(platform), true))
}
