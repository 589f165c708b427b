import { useQueryClient } from '@tanstack/react-query'
import { reportFindingChange } from '#features/findings/web/finding-changes.ts'
import { noteNewFindings } from '#features/findings/web/use-new-findings.ts'
import { useLiveEvent } from '#features/notifications/web/live.ts'

/** Tells the dashboards that findings were added, which they then offer to show, and which findings changed. */
export function useFindingEvents(): void {
  const client = useQueryClient()
  useLiveEvent('findings', (added) => noteNewFindings(client, added))
  useLiveEvent('changes', ({ platform, ids }) =>
    reportFindingChange({ platform, ids: ids === '' ? [] : ids.split(',') }),
  )
  useLiveEvent('missed', () => reportFindingChange({ platform: undefined, ids: [] }))
}
