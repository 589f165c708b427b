import type { Duplicate } from '#features/duplicate-check/contract.ts'
import type { RejectionReason } from '#features/duplicate-check/rules.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import type { StoredFinding } from './queries.ts'
import type { Line } from './read-lines.ts'

/** What the database knows of the lines: findings, the newest of an address first, and white-listed addresses. */
export type KnownAddresses = {
  stored: readonly StoredFinding[]
  whiteListed: readonly string[]
  brandNames: Readonly<Record<string, string>>
}

export type Comparison = {
  uniqueUrls: string[]
  duplicateUrls: string[]
  duplicates: Duplicate[]
  rejected: { line: number; url: string; reason: RejectionReason }[]
}

/**
 * Sorts lines into those that are new and those that an upload rejects as duplicates: stored already, or repeated in the
 * list after their first time (G92). The order is kept.
 */
export function compareLines(lines: readonly Line[], known: KnownAddresses): Comparison {
  const findings = new Map<string, StoredFinding>()
  for (const one of known.stored) if (!findings.has(one[0])) findings.set(one[0], one)
  const whiteListed = new Set(known.whiteListed)
  const firstLines = new Map<string, number>()
  const result: Comparison = { uniqueUrls: [], duplicateUrls: [], duplicates: [], rejected: [] }
  for (const [index, { url, compared, identity }] of lines.entries()) {
    const line = index + 1
    const key = identity ?? compared
    const firstLine = firstLines.get(key)
    const found = identity === null ? undefined : findings.get(identity)
    if (firstLine === undefined) firstLines.set(key, line)
    if (firstLine !== undefined || found) {
      result.duplicateUrls.push(url)
      const finding = found && findingOf(found, known.brandNames)
      result.duplicates.push({
        line,
        url,
        compared,
        ...(firstLine ? { firstLine } : {}),
        ...(finding ? { finding } : {}),
      })
      continue
    }
    result.uniqueUrls.push(url)
    const isListed = whiteListed.has(compared) || whiteListed.has(normaliseDomain(compared))
    const reason: RejectionReason | undefined =
      identity === null ? 'not an address' : isListed ? 'white-listed' : undefined
    if (reason) result.rejected.push({ line, url, reason })
  }
  return result
}

const findingOf = (
  [, id, brandId, reportingDate, status, url]: StoredFinding,
  names: Readonly<Record<string, string>>,
): Duplicate['finding'] => ({ id, brandId, brand: names[brandId] ?? '', reportingDate, status, url })
