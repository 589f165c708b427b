import { useQueryClient } from '@tanstack/react-query'
import { newFindingsKey } from '#features/findings/web/use-new-findings.ts'
import { useLiveEvent } from '#features/notifications/web/live.ts'

/** Records for the dashboards that findings were added; they then offer to show them. */
export function useFindingEvents(): void {
  const client = useQueryClient()
  useLiveEvent('findings', ({ platform }) => client.setQueryData(newFindingsKey(platform), true))
}
