import { isDomainName, normaliseDomain } from '#vocabulary/addresses.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'

/** States of a queued download (G83). */
export const exportStates = ['Pending', 'Processing', 'Completed', 'Failed'] as const
export type ExportState = (typeof exportStates)[number]

/** Formats of the files: workbooks of 25,000 findings each, or one file of all. */
export const exportFormats = ['xlsx', 'csv', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Findings in one workbook, and between two points from which an interrupted job goes on (G83). */
export const rowsPerPart = 25_000

/** Waiting jobs of one user (G87), and jobs that run at the same time. */
export const maxWaiting = 20
export const maxRunning = 2

/** Days for which the files of an export stay stored (G83). */
export const storedDays = 30

/** Most domains of one domain data download (G84), and most characters of its text. */
export const maxDomains = 5000
export const maxDomainText = 2_000_000

/** Most choices a filter of the form shows at once; typing finds the rest. */
export const maxChoices = 100

/** The filters of a bulk download besides scope and dates. */
export const choiceNames = ['reasonCode', 'seller', 'status', 'actionDate'] as const
export type ChoiceName = (typeof choiceNames)[number]
export type Choices = Readonly<Partial<Record<ChoiceName, readonly string[]>>>

/** The filters of a platform: reason codes and sellers are those of e-commerce (S-062). */
export const choicesOf = (platform: FindingPlatform | undefined): readonly ChoiceName[] =>
  platform === 'e-commerce' ? choiceNames : ['status', 'actionDate']

/** How often a saved download repeats: for yesterday, the last Monday to Sunday, or the last month. */
export const exportRhythms = ['daily', 'weekly', 'monthly'] as const
export type ExportRhythm = (typeof exportRhythms)[number]

/** Repeating downloads of one user. */
export const maxSchedules = 20

/** How 'All' brands is written. */
export const allBrands = 'ALL'

/** What a pasted text was understood as: every domain once, in order, and the lines that are none. */
export type ReadDomains = {
  domains: string[]
  /** Lines that repeat an earlier domain. */
  repeated: number
  unreadable: { line: number; text: string }[]
}

/**
 * Reads domains in any shape (G84): addresses, upper case, trailing dots, Unicode or punycode; one a line or separated by
 * spaces, commas or semicolons. In the form that is compared (G63).
 */
export function readDomains(text: string): ReadDomains {
  const domains = new Set<string>()
  const result: ReadDomains = { domains: [], repeated: 0, unreadable: [] }
  for (const [index, line] of text.split(/\r\n|[\r\n\u2028\u2029]/).entries())
    for (const part of line.split(/[\s,;\uFEFF]+/)) {
      const given = part.replace(/^["'<([]+|["'>)\]]+$/g, '')
      if (given === '') continue
      const domain = given.length > 2048 ? '' : normaliseDomain(given.replace(/^[a-z][a-z0-9+.-]*:\/\/([^/@]*@)?/i, ''))
      if (!isDomainName(domain)) result.unreadable.push({ line: index + 1, text: given.slice(0, 80) })
      else if (domains.has(domain)) result.repeated++
      else domains.add(domain)
    }
  result.domains = [...domains]
  return result
}
