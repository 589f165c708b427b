import { countText } from '#vocabulary/numbers.ts'
import { type QuickTool, quickTools } from '#vocabulary/quick-tools.ts'
import { shorten } from '#vocabulary/truncate.ts'

/** What a tool works on: search terms, one term or address, the lines of a file, or stored findings of a platform. */
export type ToolInput = 'terms' | 'one' | 'lines' | 'platform'

/** The input of each tool (S-072 to S-074, G86). */
export const inputOf: Readonly<Record<QuickTool, ToolInput>> = {
  domain: 'lines',
  facebookAds: 'one',
  facebookScan: 'platform',
  facebook: 'terms',
  flipkart: 'one',
  meesho: 'terms',
  pinterest: 'terms',
  twitter: 'terms',
  screenshot: 'lines',
}

/** Most urls of one job (G118), and most characters of one. */
export const maxUrls = 1000
export const maxUrl = 2048

/** Platforms whose stored findings Facebook Scan checks, and how many of them at most. */
export const scanPlatforms = ['e-commerce', 'social-media'] as const
export const maxScanned = 1000

/** Tools that count as one record, whatever they fetch (G118). */
const countsAsOne: readonly QuickTool[] = ['flipkart', 'facebookScan']

/** How many records a query for so many urls will fetch (S-180, G118). */
export const recordsOf = (tool: QuickTool, urls: number): number => (countsAsOne.includes(tool) ? 1 : urls)

/**
 * The urls of a typed text or a file: several terms are separated by new lines or commas, one is taken as it is, a file
 * has one on each line (G86). Blank ones are left out.
 */
export function urlsIn(tool: QuickTool, text: string): string[] {
  const kind = inputOf[tool]
  if (kind === 'platform') return []
  const parts = kind === 'one' ? [text] : text.split(kind === 'terms' ? /[\n\r\u2028\u2029,]+/ : /[\n\r\u2028\u2029]+/)
  return parts.map((part) => part.replace(/^\uFEFF/, '').trim()).filter((part) => part !== '')
}

/** Most characters of the first term in the subject of a job. */
const maxSubject = 80

/** What a job is about, to tell jobs of one tool apart: its first term, and how many others there are. */
export function subjectOf(first: string, others: number): string {
  const shown = shorten(first, maxSubject)
  return others <= 0 ? shown : `${shown} and ${countText(others)} more`
}

/** What a source answered when it was last asked. */
export const checkOutcomes = ['answered', 'missing', 'refused', 'busy', 'unreached', 'changed'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** Whether a text is a report key. */
export const isQuickTool = (text: string): text is QuickTool => (quickTools as readonly string[]).includes(text)
