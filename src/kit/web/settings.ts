import { useQuery } from '@tanstack/react-query'
import { settings } from '#kit/contract/settings.ts'
import { call } from '#kit/web/call.ts'
import { defaultBusinessZone } from '#vocabulary/dates.ts'

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
    queryFn: ({ signal }) => call(settings.read, {}, { signal }),
    staleTime: Infinity,
  })
  return data ?? beforeKnown
}
