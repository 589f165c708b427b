import { counted, countText } from '#vocabulary/numbers.ts'
import { maxUrl, maxUrls } from './rules.ts'

/** Messages of quick tools. */
export const messages = {
  saved: 'Saved!',
  noUrls: 'Enter at least one search term or URL',
  oneUrl: 'Enter exactly one search term or URL',
  tooManyUrls: `Enter at most ${countText(maxUrls)} URLs or search terms`,
  urlTooLong: `A URL or search term may have at most ${countText(maxUrl)} characters`,
  scanPlatform: 'Platform must be E-commerce or Social Media',
  notConfigured: (setting: string) => `Source is not configured: ${setting}`,
  noLookUps: 'look-ups are switched off (LOOK_UPS)',
  asked: 'The sources are being checked. The results will appear here.',
  noFindings: 'No stored finding of this platform is on facebook.com',
  notDomain: 'Not a domain or web address',
  noRegistrar: (suffix: string, desk: string | undefined) =>
    `Registration: none of its own under ${suffix}${desk === undefined ? '' : `; reports go to ${desk}`}`,
  notPublic: (ip: string) => `Network: ${ip} is not an address of the public internet`,
  lookedUp: (domain: string, registrar: string | null) =>
    `${domain}: address found${registrar === null ? '' : `, registrar ${registrar}`}`,
  browserFound: 'A browser was found; no page was opened',
  notWebAddress: 'Not a web address',
  changed: (reason: string) => `The source has changed: ${reason}`,
  tooLong: (max: number) => `The term is longer than the ${countText(max)} characters that this source takes`,
  unreached: (title: string, why: string) => `${title} could not be reached: ${why}`,
} as const

/** Texts in the files. */
export const sheetTexts = {
  results: 'Results',
  lines: 'Lines',
  linesHeader: ['line', 'records', 'result'],
  /** Of a retry: the number of the line in the first job. */
  row: 'row',
  noResults: 'The source has no results for it',
  found: (n: number) => counted(n, 'record'),
  ok: 'OK',
  online: 'Still online',
  removed: 'Removed',
  loginNeeded: 'Login needed',
  unknown: 'Unknown',
} as const
