import type { Draft } from '#features/staging/contract-schemas.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'

/** Who saved a draft last and when, in the business time zone; empty while nobody has. */
export const lastSaved = ({ savedBy, savedAt }: Draft, zone: string): string =>
  savedAt ? `${savedBy}, ${showDayOf(savedAt, zone)} ${showTime(savedAt, zone)}` : ''
