import type { FindingPlatform } from '#vocabulary/platform-names.ts'

/** Most lines of one check (G92). */
export const maxLines = 20_000

/** Most characters of a line: those of an address (G107). */
export const maxLineLength = 2048

/** Why an upload rejects an address that is no duplicate. */
export const rejectionReasons = ['white-listed', 'not an address'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** The platforms that the screen offers (S-083); the call takes every platform. */
export const selectablePlatforms: readonly FindingPlatform[] = ['e-commerce']
