import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { settings } from '#kit/contract/settings.ts'
import { call } from '#kit/web/call.ts'
import { type Day, defaultBusinessZone, today } from '#vocabulary/dates.ts'

type Settings = z.output<(typeof settings.read)['answers']>

const defaultSettings: Settings = {
  productName: 'Brandkeep',
  supportAddress: 'support@brandkeep.test',
  businessZone: defaultBusinessZone,
  google: false,
}

let loadedSettings: Settings | undefined

/**
 * Loads the installation's name, support address and time zone before the first render, so that nothing flickers.
 * Without a response in time (milliseconds) the defaults apply; `useSettings` tries again.
 */
export async function loadSettings(timeoutMs = 2000): Promise<void> {
  try {
    loadedSettings = await call(settings.read, {}, { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    loadedSettings = undefined
  }
}

/** The settings loaded at the start, for code outside of components. */
export const currentSettings = (): Settings => loadedSettings ?? defaultSettings

/** Today in the business zone of the installation (G14). */
export const businessToday = (): Day => today(currentSettings().businessZone)

/** The installation's name, support address and time zone. */
export function useSettings(): Settings {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(settings.read, {}, { signal }),
    ...(loadedSettings ? { initialData: loadedSettings } : {}),
    staleTime: Infinity,
  })
  return data ?? defaultSettings
}
