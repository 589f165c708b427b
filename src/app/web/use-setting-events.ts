import { useLiveEvent } from '#features/notifications/web/live.ts'
import { readSettings, settingsOrigin } from '#features/user-settings/web/follow-settings.ts'

/** Reads the person's settings again when another window changed them. */
export function useSettingEvents(): void {
  useLiveEvent('settings', ({ origin }) => {
    if (origin !== settingsOrigin) void readSettings()
  })
  // The page has only just read them when its first stream opens.
  useLiveEvent('missed', ({ isFirst }) => {
    if (!isFirst) void readSettings()
  })
}
