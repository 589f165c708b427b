import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { settings } from '#kit/contract/settings.ts'
import { settingsPath } from '#kit/contract/settings-path.ts'
import { call } from '#kit/web/call.ts'
import { defaultBusinessZone } from '#vocabulary/dates.ts'

const readSettings = settingsPath as unknown as typeof settings.read

type Known = z.output<(typeof settings.read)['answers']>

const beforeKnown: Known = {
  productName: 'Brandkeep',
  supportAddress: 'support@brandkeep.test',
  businessZone: defaultBusinessZone,
}

/** The installation's own names and zone; the usual ones until they are read. */
export function useSettings(): Known {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(readSettings, {}, { signal }),
    staleTime: Infinity,
  })
  return data ?? beforeKnown
}
