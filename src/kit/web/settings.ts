import { useQuery } from '@tanstack/react-query'
import type { settings } from '#kit/contract/settings.ts'
import { settingsPath } from '#kit/contract/settings-path.ts'
import { call } from '#kit/web/call.ts'
import { defaultBusinessZone } from '#vocabulary/dates.ts'

const readSettings = settingsPath as unknown as typeof settings.read

const beforeKnown = {
  productName: 'Brandkeep',
  supportAddress: 'support@brandkeep.test',
  businessZone: defaultBusinessZone,
  demo: false,
}

/** The installation's own names and zone; the usual ones until they are read. */
export function useSettings(): typeof beforeKnown {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(readSettings, {}, { signal }),
    staleTime: Infinity,
  })
  return data ?? beforeKnown
}
