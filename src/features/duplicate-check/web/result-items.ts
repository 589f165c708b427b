import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { texts } from './texts.ts'
import { showDay } from '#vocabulary/dates.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { CheckResult } from './use-duplicate-check.ts'

/** A line of a result panel: its address, what is known of it, and where its finding opens. */
export type ResultItem = { key: string; url: string; notes: string[]; search?: Record<string, string> }

/** The unique addresses; those that an upload would reject say why. */
export function uniqueItems({ uniqueUrls, rejected }: CheckResult): ResultItem[] {
  const reasons = new Map(rejected.map(({ url, reason }) => [url, reason]))
  return uniqueUrls.map((url, index) => {
    const reason = reasons.get(url)
    return { key: String(index), url, notes: reason ? [texts.rejected[reason]] : [] }
  })
}

/** The duplicates with their findings, their first lines and, where it is not obvious, the form that is compared. */
export function duplicateItems({ duplicates }: CheckResult, { companyId, platform }: StaffScope): ResultItem[] {
  return duplicates.map(({ line, url, compared, firstLine, finding }) => ({
    key: String(line),
    url,
    notes: [
      ...(finding ? [finding.brand, showDay(finding.reportingDate), statusDisplay(finding.status).name] : []),
      ...(firstLine === undefined ? [] : [texts.repeats(firstLine)]),
      ...(url.replace(/^https?:\/\//i, '') === compared ? [] : [texts.comparedAs(compared)]),
    ],
    ...(finding
      ? {
          search: {
            company: companyId!,
            brand: finding.brandId,
            platform: platform!,
            reportingDate: finding.reportingDate,
            'in.url': url,
          },
        }
      : {}),
  }))
}
