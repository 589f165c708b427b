import type { RefusedRow, UploadReport } from '#features/intake/contract.ts'
import { allFine, allStored, invalidReasonCodeText, reasons, someRefused } from '#features/intake/messages.ts'
import { isIdentifiedByDomain, type Platform } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { lidPair, type Outline, type RowOutline } from './outline.ts'

/** Results of the database checks, each as one text so that the request thread need not parse it; '' for none. */
export type CheckResult = {
  /** Comma-joined identity keys. */
  stored: string
  /** JSON list of [listing id, site]. */
  lids: string
  /** JSON list of white-listed addresses and hosts. */
  whiteListed: string
  /** Comma-joined row indexes. */
  missingPictures: string
  /** Set when rows were not stored for an unknown reason. */
  unexplained: string
  /** Brand names that are not the chosen brand. */
  wrongBrands: string[]
  /** Edits only, comma-joined row indexes: the address is unchanged, so it is not checked. */
  unchanged: string
  /** Edits only, comma-joined row indexes: another finding has the listing id. */
  takenLids: string
  /** Edits only, comma-joined row indexes: the edit removes the picture. */
  clearedPictures: string
}

export const emptyCheckResult: CheckResult = {
  stored: '',
  lids: '',
  whiteListed: '',
  missingPictures: '',
  unexplained: '',
  wrongBrands: [],
  unchanged: '',
  takenLids: '',
  clearedPictures: '',
}

/** The report of a rejected upload or a check (S-249): lists in sheet order, `duplicates` with each row once. */
export function reportOf(
  platform: Platform,
  outline: Outline,
  checkResult: CheckResult,
): UploadReport & { wouldSave: number } {
  const stored = new Set(splitList(checkResult.stored))
  const lids = new Set(parseList<[string, string]>(checkResult.lids).map(([lid, within]) => lidPair(lid, within)))
  const whiteListed = new Set(parseList<string>(checkResult.whiteListed))
  const missing = indexes(checkResult.missingPictures)
  const clearedPictures = indexes(checkResult.clearedPictures)
  const takenLids = indexes(checkResult.takenLids)
  const unchanged = indexes(checkResult.unchanged)
  const wrongBrands = new Set(checkResult.wrongBrands)
  const isDomain = isIdentifiedByDomain(platform)
  const lists = {
    urlDuplicates: [] as RefusedRow[],
    lidDuplicates: [] as RefusedRow[],
    whiteLabelDuplicates: [] as RefusedRow[],
    imageDuplicates: [] as RefusedRow[],
    brandDuplicates: [] as RefusedRow[],
    statusDuplicates: [] as RefusedRow[],
    cellErrors: [] as RefusedRow[],
    duplicates: [] as RefusedRow[],
  }
  let badDomains = 0
  let storedRows = 0
  outline.forEach((row, index) => {
    const known = new Set(row.problems)
    let first: RefusedRow | undefined
    const refuse = (target: RefusedRow[], reason: string, extra: Partial<RefusedRow> = {}) => {
      const refused = refusedRow(platform, row, index, reason, extra)
      target.push(refused)
      first ??= refused
    }
    const isNew = !unchanged.has(index)
    const isStored = isNew && row.identity !== null && stored.has(row.identity)
    if (isStored) storedRows++
    if ((isNew && known.has('url')) || isStored) refuse(lists.urlDuplicates, isDomain ? reasons.domain : reasons.url)
    if (known.has('lid') || takenLids.has(index) || (row.pair !== undefined && lids.has(row.pair)))
      refuse(lists.lidDuplicates, reasons.lid, { lid: row.lid })
    if (isNew && isWhiteListed(row.compared, whiteListed)) refuse(lists.whiteLabelDuplicates, reasons.whiteLabel)
    if (known.has('noImage') || clearedPictures.has(index))
      refuse(lists.imageDuplicates, reasons.noImage, { image: '' })
    if (missing.has(index)) refuse(lists.imageDuplicates, reasons.lostImage, { image: row.image })
    if (row.brand !== undefined && wrongBrands.has(row.brand))
      refuse(lists.brandDuplicates, reasons.brand, { brand: row.brand })
    if (known.has('status')) refuse(lists.statusDuplicates, reasons.status)
    for (const { column, message } of row.cells ?? []) {
      refuse(lists.cellErrors, message, { column })
      if (platform.columns[column]!.kind === 'domain') badDomains++
    }
    if (first === undefined && checkResult.unexplained !== '')
      first = refusedRow(platform, row, index, reasons.unknown, {})
    if (first !== undefined) lists.duplicates.push(first)
  })
  const refused = lists.duplicates.length
  return {
    message: messageOf(outline.length, refused, storedRows),
    urlCount: lists.urlDuplicates.length,
    lidCount: lists.lidDuplicates.length,
    whiteLabelUrl: lists.whiteLabelDuplicates.length,
    imageCount: lists.imageDuplicates.length,
    invalidDomainCount: badDomains,
    statusCount: lists.statusDuplicates.length,
    storedCount: storedRows,
    cellCount: lists.cellErrors.length,
    ...lists,
    wouldSave: outline.length - refused,
  }
}

function messageOf(rows: number, refused: number, stored: number): string {
  if (stored === rows) return allStored(rows)
  return refused === 0 ? allFine(rows) : someRefused(refused, rows)
}

/** A rejected row as it appears in the lists of a report. */
export function refusedRow(
  platform: Platform,
  row: RowOutline,
  index: number,
  reason: string,
  extra: Partial<RefusedRow>,
): RefusedRow {
  return {
    index,
    sn: row.sn ?? index + 1,
    ...(row.id && { id: row.id }),
    [platform.identity]: row.key ?? '',
    ...extra,
    reason,
  }
}

/** Comma-joined row indexes as a set. */
export const indexes = (joined: string): Set<number> => new Set(splitList(joined).map(Number))
const splitList = (joined: string): string[] => (joined === '' ? [] : joined.split(','))
const parseList = <T>(json: string): T[] => (json === '' ? [] : (JSON.parse(json) as T[]))

function isWhiteListed(compared: string | null, whiteListed: ReadonlySet<string>): boolean {
  if (compared === null || whiteListed.size === 0) return false
  return whiteListed.has(compared) || whiteListed.has(normaliseDomain(compared))
}

/** Message and errors of a 422 for invalid reason codes, priorities and statuses; they replace the report's (G9). */
export function fieldErrors(fields: Readonly<Record<string, string>>): { message: string; errors: object[] } {
  return {
    message: fields['reasonCode'] === undefined ? Object.values(fields)[0]! : invalidReasonCodeText,
    errors: Object.entries(fields).map(([field, sentence]) => ({ [field]: sentence })),
  }
}
