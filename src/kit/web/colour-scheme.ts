import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { readSetting, watchSettings, writeSetting } from './person-settings.ts'
import { readStored, writeStored } from './storage.ts'

/** What this browser showed last: the sign-in page, and the first rendering, before it is known who signed in. */
const browserKey = 'brandkeep-colour-scheme'
const setting = 'theme'

const isScheme = (value: unknown): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto'

const ofBrowser = (): MantineColorScheme | undefined => {
  const stored = readStored(browserKey)
  return isScheme(stored) ? stored : undefined
}

function now(): MantineColorScheme | undefined {
  const own = readSetting(setting)
  return isScheme(own) ? own : ofBrowser()
}

/** Somebody signed in: the theme is theirs, or the system's, not that of who used this browser before. */
export function startScheme(): void {
  const own = readSetting(setting)
  writeStored(browserKey, isScheme(own) ? own : 'auto')
  for (const update of updates) update()
}

/** The server has no theme of the person yet: that of this browser, which the person sees, becomes theirs. */
export function adoptScheme(known: Readonly<Record<string, unknown>>): void {
  const scheme = ofBrowser()
  if (isScheme(known[setting])) writeStored(browserKey, known[setting])
  else if (scheme !== undefined && scheme !== 'auto') writeSetting(setting, scheme)
}

const updates = new Set<() => void>()
let unsubscribe: (() => void) | undefined
/** Whether the screen follows a theme that is stored already, so that nobody chose it now. */
let isFollowing = false

/** Light, dark or as the system: the person's, else what this browser showed last. */
export const colourSchemes: MantineColorSchemeManager = {
  get: (fallback) => now() ?? fallback,
  set: (scheme) => {
    writeStored(browserKey, scheme)
    if (!isFollowing) writeSetting(setting, scheme)
  },
  subscribe: (onUpdate) => {
    const update = () => {
      isFollowing = true
      onUpdate(now() ?? 'auto')
      isFollowing = false
    }
    const stop = watchSettings(update)
    updates.add(update)
    // The person's settings may have come while the first rendering was under way, which had read them before.
    update()
    unsubscribe = () => {
      stop()
      updates.delete(update)
    }
  },
  unsubscribe: () => unsubscribe?.(),
  clear: () => writeStored(browserKey, null),
}
