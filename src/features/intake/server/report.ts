import type { RefusedRow, UploadReport } from '#features/intake/contract.ts'
import { allFine, allStored, reasons, someRefused } from '#features/intake/messages.ts'
import type { Platform } from '#platforms/platform.ts'
import type { Outline, RowOutline } from './outline.ts'

/** What the database found, each as comma-joined row indexes: kept as text, so that the request thread carries it whole. */
export type Verdict = {
  stored: string
  lids: string
  whiteListed: string
  lostPictures: string
  /** Rows that were not stored for a reason nobody can name. */
  unexplained: string
  /** Brand texts that are not the chosen brand. */
  wrongBrands: string[]
}

export const nothingFound: Verdict = {
  stored: '',
  lids: '',
  whiteListed: '',
  lostPictures: '',
  unexplained: '',
  wrongBrands: [],
}

/** The report of a refused upload or a check (S-249): every list in sheet order, `duplicates` with each row once. */
export function reportOf(platform: Platform, outline: Outline, verdict: Verdict): UploadReport & { wouldSave: number } {
  const [stored, lids, white, lost, unexplained] = [
    verdict.stored,
    verdict.lids,
    verdict.whiteListed,
    verdict.lostPictures,
    verdict.unexplained,
  ].map(indexes) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>]
  const wrongBrands = new Set(verdict.wrongBrands)
  const isDomain = platform.columns[platform.identity]!.kind === 'domain'
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
  outline.forEach((row, index) => {
    const known = new Set(row.problems)
    let first: RefusedRow | undefined
    const refuse = (list: RefusedRow[], reason: string, more: Partial<RefusedRow> = {}) => {
      const refused = refusedRow(platform, row, index, reason, more)
      list.push(refused)
      first ??= refused
    }
    if (known.has('url') || stored.has(index)) refuse(lists.urlDuplicates, isDomain ? reasons.domain : reasons.url)
    if (known.has('lid') || lids.has(index)) refuse(lists.lidDuplicates, reasons.lid, { lid: row.lid })
    if (white.has(index)) refuse(lists.whiteLabelDuplicates, reasons.whiteLabel)
    if (known.has('noImage')) refuse(lists.imageDuplicates, reasons.noImage, { image: '' })
    if (lost.has(index)) refuse(lists.imageDuplicates, reasons.lostImage, { image: row.image })
    if (row.brand !== undefined && wrongBrands.has(row.brand))
      refuse(lists.brandDuplicates, reasons.brand, { brand: row.brand })
    if (known.has('status')) refuse(lists.statusDuplicates, reasons.status)
    for (const { column, message } of row.cells ?? []) {
      refuse(lists.cellErrors, message, { column })
      if (platform.columns[column]!.kind === 'domain') badDomains++
    }
    if (first === undefined && unexplained.has(index)) first = refusedRow(platform, row, index, reasons.unknown, {})
    if (first !== undefined) lists.duplicates.push(first)
  })
  const refused = lists.duplicates.length
  return {
    message: messageOf(outline.length, refused, stored.size),
    urlCount: lists.urlDuplicates.length,
    lidCount: lists.lidDuplicates.length,
    whiteLabelUrl: lists.whiteLabelDuplicates.length,
    imageCount: lists.imageDuplicates.length,
    invalidDomainCount: badDomains,
    statusCount: lists.statusDuplicates.length,
    storedCount: stored.size,
    cellCount: lists.cellErrors.length,
    ...lists,
    wouldSave: outline.length - refused,
  }
}

function messageOf(rows: number, refused: number, stored: number): string {
  if (stored === rows) return allStored(rows)
  return refused === 0 ? allFine(rows) : someRefused(refused, rows)
}

function refusedRow(
  platform: Platform,
  row: RowOutline,
  index: number,
  reason: string,
  more: Partial<RefusedRow>,
): RefusedRow {
  return { index, sn: row.sn ?? index + 1, [platform.identity]: row.key ?? '', ...more, reason }
}

const indexes = (joined: string): Set<number> => new Set(joined === '' ? [] : joined.split(',').map(Number))
