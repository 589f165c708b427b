import { readCell } from '#columns/column.ts'
import type { RefusedRow, UploadReport } from '#features/staging-rows/contract.ts'
import { reasons, someRefused } from '#features/staging-rows/messages.ts'
import { countedRefusals, emptyRefusalLists, lidPair } from '#features/staging-rows/rules.ts'
import type { GridRow, GridRows, ProblemsOf } from '#kit/web/EditableGrid-rows.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { type FindingPlatformDefinition, isIdentifiedByDomain } from '#platforms/platform.ts'

type Rules = { platform: FindingPlatformDefinition; checkLids: boolean; problemsOf: ProblemsOf }

const messageLists: Readonly<Record<string, 'imageDuplicates' | 'brandDuplicates' | 'statusDuplicates'>> = {
  [reasons.noImage]: 'imageDuplicates',
  [reasons.brand]: 'brandDuplicates',
  [reasons.status]: 'statusDuplicates',
}

const rowsPerSlice = 500

/**
 * What the server would refuse of these rows and the browser knows already, as the server's report: invalid cells and
 * rows that repeat an earlier one. Undefined when there is none: then only the server can tell.
 */
export async function reportOfSheet(
  rows: GridRows,
  { platform, checkLids, problemsOf }: Rules,
): Promise<UploadReport | undefined> {
  const lists = emptyRefusalLists()
  const isRepeated = { address: seenBefore(), listing: seenBefore() }
  let badDomains = 0
  for (const [index, row] of rows.entries()) {
    // Painting and typing go on between slices: 25,000 rows take half a second.
    if (index % rowsPerSlice === rowsPerSlice - 1) await new Promise((resolve) => setTimeout(resolve))
    const found: [RefusedRow[], string, string?][] = []
    if (isRepeated.address(addressOf(platform, row)))
      found.push([lists.urlDuplicates, isIdentifiedByDomain(platform) ? reasons.domain : reasons.url])
    if (checkLids && isRepeated.listing(listingOf(platform, row))) found.push([lists.lidDuplicates, reasons.lid])
    for (const { column, message } of problemsOf(row)) {
      const list = messageLists[message]
      found.push(list ? [lists[list], message] : [lists.cellErrors, message, column])
      if (!list && platform.columns[column]!.kind === 'domain') badDomains++
    }
    for (const [list, reason, column] of found)
      list.push({ index, sn: row.sn, reason, ...(column === undefined ? {} : { column }) })
    if (found.length > 0) lists.duplicates.push({ index, sn: row.sn, reason: found[0]![1] })
  }
  const refused = lists.duplicates.length
  if (refused === 0) return undefined
  return {
    message: someRefused(refused, rows.length),
    ...countedRefusals(lists, { badDomains, stored: 0 }),
  }
}

/** Whether a text was asked about before; undefined never was. */
function seenBefore(): (text: string | undefined) => boolean {
  const seen = new Set<string>()
  return (text) => {
    if (text === undefined) return false
    const isKnown = seen.has(text)
    seen.add(text)
    return isKnown
  }
}

function addressOf(platform: FindingPlatformDefinition, row: GridRow): string | undefined {
  const value = readText(platform, platform.identity, row)
  return value === undefined ? undefined : comparedAddress(platform, value)
}

function listingOf(platform: FindingPlatformDefinition, row: GridRow): string | undefined {
  const { alsoUnique } = platform
  const lid = alsoUnique && readText(platform, alsoUnique.column, row)
  return lid === undefined ? undefined : lidPair(lid, readText(platform, alsoUnique!.within, row) ?? '')
}

/** The text of a cell as the server reads it; undefined when it is empty or not valid. */
function readText({ columns }: FindingPlatformDefinition, name: string, row: GridRow): string | undefined {
  const read = readCell(columns[name]!, row[name])
  return 'value' in read && typeof read.value === 'string' ? read.value : undefined
}
