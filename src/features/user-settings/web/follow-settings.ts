import { isPending, storedSession, watchSession } from '#features/sessions/web/session-store.ts'
import { userSettings } from '#features/user-settings/contract.ts'
import { call, failedWith } from '#kit/web/call.ts'
import {
  adoptOldTables,
  markSent,
  receiveSettings,
  settingsPerson,
  showSettingsOf,
  unsentSettings,
  watchSettings,
} from '#kit/web/person-settings.ts'
import { adoptScheme, startScheme } from '#kit/web/colour-scheme.ts'

/** In milliseconds: several changes are sent together; what could not be sent is tried again. */
const gatherMs = 600
const retryMs = 15_000
const perCall = 20
/** Names this window to the others. */
export const settingsOrigin = Math.random().toString(36).slice(2)

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Shows the settings of who is signed in, first as this browser has them, reads them once from the server, and sends
 * what the person changes. Call it once, before the first rendering.
 */
export function followSettings(): void {
  follow(true)
  watchSession(() => follow(false))
  watchSettings(() => sendLater(gatherMs))
  window.addEventListener('pagehide', () => void send({ keepalive: true }))
  window.addEventListener('online', () => sendLater(0))
}

function follow(isStart: boolean): void {
  const { user } = storedSession()
  const id = user && !isPending(user) ? user.id : ''
  if (!isStart && id === settingsPerson()) return
  showSettingsOf(id)
  if (id === '') return
  if (!isStart) startScheme()
  void readSettings()
}

/** Reads the person's settings from the server; a failure leaves what this browser has. */
export async function readSettings(): Promise<void> {
  const id = settingsPerson()
  if (id === '') return
  try {
    const { settings } = await call(userSettings.read, {})
    if (settingsPerson() !== id) return
    receiveSettings(settings)
    adoptOldTables(settings)
    adoptScheme(settings)
  } catch (error) {
    // The session has ended, which the person is shown.
    if (failedWith(error, 401)) return
    console.error('The settings could not be read:', error)
  }
}

function sendLater(ms: number): void {
  clearTimeout(timer)
  if (Object.keys(unsentSettings()).length > 0) timer = setTimeout(() => void send(), ms)
}

async function send(options: { keepalive?: boolean } = {}): Promise<void> {
  const id = settingsPerson()
  const unsent = Object.fromEntries(Object.entries(unsentSettings()).slice(0, perCall))
  if (id === '' || Object.keys(unsent).length === 0) return
  try {
    await call(userSettings.save, { settings: unsent, origin: settingsOrigin }, options)
    if (settingsPerson() === id) markSent(unsent)
  } catch (error) {
    if (settingsPerson() !== id) return
    // What the server refuses would be refused again.
    if (failedWith(error, 422)) markSent(unsent)
    else sendLater(retryMs)
  }
}
