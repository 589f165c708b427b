import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import type { Refusal, Refusals } from '#kit/web/staged-grid/staged-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { RefusedRow, UploadReport } from '#features/staging-rows/contract.ts'
import { counted } from '#vocabulary/numbers.ts'

/** Maps the rows of a report to the rows that were sent; `index` is the position in `sent`. */
export function refusalsOf(platform: FindingPlatformDefinition, report: UploadReport, sent: GridRows): Refusals {
  const refusals = new Map<number, Refusal[]>()
  const add = (list: readonly RefusedRow[], column: string) => {
    for (const refused of list) {
      const row = sent[refused.index]
      if (!row) continue
      const name = refused.column ?? column
      const known = refusals.get(row.sn) ?? []
      if (known.some((other) => other.column === name && other.message === refused.reason)) continue
      refusals.set(row.sn, [...known, { column: name, message: refused.reason, refusedValue: row[name] }])
    }
  }
  add(report.urlDuplicates, platform.identity)
  add(report.lidDuplicates, 'lid')
  add(report.whiteLabelDuplicates, platform.identity)
  add(report.imageDuplicates, 'image')
  add(report.brandDuplicates, 'brand')
  add(report.statusDuplicates, 'status')
  add(report.cellErrors, platform.identity)
  const named = new Set(refusals.keys())
  add(
    report.duplicates.filter((one) => !named.has(sent[one.index]?.sn ?? -1)),
    platform.identity,
  )
  return refusals
}

/** S-251: '2 Duplicate LIDs and 3 Duplicate URLs present.'; empty when the report counts nothing. */
export function summaryOf(report: UploadReport, isDomain: boolean): string {
  const parts: [number, string, string][] = [
    [report.lidCount, 'Duplicate LID', 'Duplicate LIDs'],
    isDomain
      ? [report.urlCount, 'Duplicate Domain', 'Duplicate Domains']
      : [report.urlCount, 'Duplicate URL', 'Duplicate URLs'],
    [report.imageCount, 'Missing Image', 'Missing Images'],
    [report.brandDuplicates.length, 'Invalid Brand', 'Invalid Brands'],
    [report.statusCount, 'Missing Status', 'Missing Status'],
    [report.whiteLabelUrl, 'White Label URL', 'White Label URLs'],
    [report.invalidDomainCount, 'Invalid Domain', 'Invalid Domains'],
    [report.cellCount - report.invalidDomainCount, 'Invalid Cell', 'Invalid Cells'],
  ]
  const words = parts.filter(([n]) => n > 0).map(([n, one, many]) => counted(n, one, many))
  if (words.length === 0) return ''
  const last = words.pop()
  return `${words.length > 0 ? `${words.join(', ')} and ` : ''}${last} present.`
}

/** Capitalises every word (S-250). */
export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[\s(–-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
