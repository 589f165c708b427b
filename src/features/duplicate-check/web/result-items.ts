import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { platformOf } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { texts } from './texts.ts'
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

/**
 * The duplicates with their findings, their first lines and the form that is compared, unless all addresses that count
 * as the same are spelled that way.
 */
export function duplicateItems(result: CheckResult, { companyId, platform }: StaffScope): ResultItem[] {
  const urlOfLine = linesIn(result)
  return result.duplicates.map(({ line, url, compared, firstLine, finding }) => {
    const spellings = [url, finding?.url, firstLine === undefined ? undefined : urlOfLine[firstLine - 1]]
    const isObvious = spellings.every((one) => one === undefined || withoutScheme(one) === compared)
    return {
      key: String(line),
      url,
      notes: [
        ...(finding ? [finding.brand, showDay(finding.reportingDate), statusDisplay(finding.status).name] : []),
        ...(firstLine === undefined ? [] : [texts.repeats(firstLine)]),
        ...(isObvious ? [] : [texts.comparedAs(compared)]),
      ],
      ...(finding && {
        search: {
          company: companyId!,
          brand: finding.brandId,
          platform: platform!,
          reportingDate: finding.reportingDate,
          // A list searches what is stored, not the form that is compared.
          [`in.${platformOf(platform!)!.identity}`]: finding.url,
        },
      }),
    }
  })
}

/** All lines of a check in their order. */
function linesIn({ uniqueUrls, duplicates }: CheckResult): readonly string[] {
  const byLine = new Map(duplicates.map(({ line, url }) => [line, url]))
  const unique = uniqueUrls.values()
  return Array.from(
    { length: uniqueUrls.length + duplicates.length },
    (_, at) => byLine.get(at + 1) ?? unique.next().value!,
  )
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//i, '')
