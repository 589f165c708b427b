import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { isEmpty } from '#columns/column.ts'
import { awaitingApproval, clientStatuses } from '#vocabulary/statuses.ts'

/** The statuses that Staging offers (G44), those a Client may act on; the first unless one is chosen. */
export const stagedStatuses = clientStatuses
export const defaultStatus = awaitingApproval satisfies (typeof clientStatuses)[number]

/** Blank rows that one click adds (S-055). */
export const rowsPerAdd = 5
/** Most rows of one call that saves rows, the bytes of a row's cells as JSON, and the characters of a cell. */
export const rowsPerSave = 500
export const bytesPerRow = 16 * 1024
export const charactersPerCell = 5000
/** Most bytes of a draft: what can be uploaded, with room for the header. */
export const bytesPerDraft = 60 * 1024 * 1024
/** Open drafts that a brand and platform may have. */
export const openDrafts = 200
/** Open drafts of all brands that a list shows. */
export const listedOpenDrafts = 200
/** Days for which a submitted draft can be read. */
export const submittedDays = 90
/** Seconds without a sign of presence after which a person is no longer shown in a draft. */
export const presenceSeconds = 40

export type Cell = string | number | boolean | null
export type Cells = Readonly<Record<string, Cell>>

/** Where a row's picture is stored, and whether somebody changed the row (S-110). */
const extras = ['imageUrl', 's3BucketName', 's3FullImagePath', 'updated']

/** The cells of a draft row that are stored: the platform's staging columns (G78) that are filled in, and its picture. */
export function draftCells(platform: Pick<FindingPlatformDefinition, 'staged'>, given: Cells): Record<string, Cell> {
  const cells: Record<string, Cell> = {}
  for (const name of [...platform.staged, ...extras]) if (!isEmpty(given[name])) cells[name] = given[name]!
  return cells
}

const encoder = new TextEncoder()

/** The size of a row's cells as they are stored and sent, in bytes. */
export const bytesOf = (cells: Cells): number => encoder.encode(JSON.stringify(cells)).length

/** Whether a draft takes a row: its cells are not too long, each and together. */
export function fitsDraft(platform: Pick<FindingPlatformDefinition, 'staged'>, row: Cells): boolean {
  const cells = draftCells(platform, row)
  if (Object.values(cells).some((cell) => typeof cell === 'string' && cell.length > charactersPerCell)) return false
  return bytesOf(cells) <= bytesPerRow
}

/** Whether a row has nothing that a person filled in; a status alone is no entry. */
export function isBlank(
  platform: Pick<FindingPlatformDefinition, 'staged'>,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return platform.staged.every((name) => name === 'status' || isEmpty(row[name])) && isEmpty(row['s3FullImagePath'])
}
