import type { Draft } from '#features/staging/contract-schemas.ts'
import { showMoment } from '#vocabulary/dates.ts'

/** Who saved a draft last and when, in the business time zone; empty while nobody has. */
export const lastSaved = ({ savedBy, savedAt }: Draft, zone: string): string =>
  savedAt ? `${savedBy}, ${showMoment(savedAt, zone)}` : ''
