import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { settings } from '#kit/contract/settings.ts'
import { settingsPath } from '#kit/contract/settings-path.ts'
import { call } from '#kit/web/call.ts'
import { type Day, defaultBusinessZone, today } from '#vocabulary/dates.ts'

const readSettings = settingsPath as unknown as typeof settings.read

type Known = z.output<(typeof settings.read)['answers']>

const beforeKnown: Known = {
  productName: 'Brandkeep',
  supportAddress: 'support@brandkeep.test',
  businessZone: defaultBusinessZone,
}

let known: Known | undefined

/**
 * Reads the installation's own names and zone, before anything is drawn: what is drawn need not change its mind.
 * A server that does not answer in time leaves the usual ones; `useSettings` asks again.
 */
export async function readSettingsFirst(patienceMs = 2000): Promise<void> {
  try {
    known = await call(readSettings, {}, { signal: AbortSignal.timeout(patienceMs) })
  } catch {
    known = undefined
  }
}

/** The settings as they were read first, for what is no component. */
export const settingsNow = (): Known => known ?? beforeKnown

/** Today in the business zone of the installation (G14). */
export const businessToday = (): Day => today(settingsNow().businessZone)

/** The installation's own names and zone. */
export function useSettings(): Known {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(readSettings, {}, { signal }),
    ...(known ? { initialData: known } : {}),
    staleTime: Infinity,
  })
  return data ?? beforeKnown
}
