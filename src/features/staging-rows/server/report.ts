import type { RefusedRow, UploadReport } from '#features/staging-rows/contract.ts'
import { allFine, allStored, invalidReasonCodeText, reasons, someRefused } from '#features/staging-rows/messages.ts'
import { countedRefusals, emptyRefusalLists, lidPair } from '#features/staging-rows/rules.ts'
import { isIdentifiedByDomain, type Platform } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { type CheckResult, unpackIndexes, unpackKeys, unpackList } from './check-result.ts'
import { type Outline, type RowOutline } from './outline.ts'

/** The report of a rejected upload or a check (S-249): lists in sheet order, `duplicates` with each row once. */
export function reportOf(
  platform: Platform,
  outline: Outline,
  checkResult: CheckResult,
): UploadReport & { wouldSave: number } {
  const stored = unpackKeys(checkResult.stored)
  const lids = new Set(unpackList(checkResult.lids).map(([lid, within]) => lidPair(lid, within)))
  const whiteListed = new Set(unpackList(checkResult.whiteListed))
  const missing = unpackIndexes(checkResult.missingPictures)
  const clearedPictures = unpackIndexes(checkResult.clearedPictures)
  const takenLids = unpackIndexes(checkResult.takenLids)
  const unchanged = unpackIndexes(checkResult.unchanged)
  const wrongBrands = new Set(checkResult.wrongBrands)
  const isDomain = isIdentifiedByDomain(platform)
  const lists = emptyRefusalLists()
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
    if (first === undefined && checkResult.unexplained) first = refusedRow(platform, row, index, reasons.unknown, {})
    if (first !== undefined) lists.duplicates.push(first)
  })
  const refused = lists.duplicates.length
  return {
    message: messageOf(outline.length, refused, storedRows),
    ...countedRefusals(lists, { badDomains, stored: storedRows }),
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
