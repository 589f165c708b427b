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
 * Loads the installation's name, support address and time zone before the first render, so that nothing flickers.
 * Without a response in time (milliseconds) the defaults apply; `useSettings` tries again.
 */
export async function readSettingsFirst(patienceMs = 2000): Promise<void> {
  try {
    known = await call(readSettings, {}, { signal: AbortSignal.timeout(patienceMs) })
  } catch {
    known = undefined
  }
}

/** The settings loaded at the start, for code outside of components. */
export const settingsNow = (): Known => known ?? beforeKnown

/** Today in the business zone of the installation (G14). */
export const businessToday = (): Day => today(settingsNow().businessZone)

/** The installation's name, support address and time zone. */
export function useSettings(): Known {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(readSettings, {}, { signal }),
    ...(known ? { initialData: known } : {}),
    staleTime: Infinity,
  })
  return data ?? beforeKnown
}
