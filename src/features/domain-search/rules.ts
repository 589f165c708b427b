/** What a reviewer decides about a searched domain (S-132). */
export const actions = ['high', 'low', 'ignore'] as const
export type Action = (typeof actions)[number]

/** States of a run. */
export const runStates = ['Waiting', 'Running', 'Completed', 'Failed', 'Stopped'] as const
export type RunState = (typeof runStates)[number]

/** What a run found out about a name. A name that is throttled or unknown is never taken for a free one. */
export const outcomes = ['absent', 'registered', 'throttled', 'unknown'] as const
export type Outcome = (typeof outcomes)[number]

/** Most keywords of a schedule, and the characters of one (G107): a label of a domain name at most. */
export const maxKeywords = 500
export const keywordLength = { min: 2, max: 63 } as const
/** Most characters of the text with new keywords. */
export const maxKeywordText = 100_000

/** Most bytes of an uploaded file of names. */
export const maxNameFileBytes = 100 * 1024 * 1024

/** Most searched domains decided in one call. */
export const maxDecided = 500

/** The hour of the business day at which every schedule runs (G95). */
export const dailyHour = 2

/** The parts of the likeness of a domain to its brand. */
export const likenessKinds = ['name', 'picture', 'logo', 'icon', 'title', 'text'] as const
export type LikenessKind = (typeof likenessKinds)[number]

/** Most own pages and pictures of a brand. */
export const maxReferences = 40

/** By how much the likeness of a page has to grow for a notification. */
export const reportedGrowth = 0.2

/** The reason code of findings that domain search makes (G96). */
export const reasonCode = '12307'

/** What the lines of a text with keywords were understood as. */
export type ReadKeywords = {
  keywords: string[]
  /** The first lines that are no keyword. */
  unreadable: { line: number; text: string }[]
}

/** Lines that are remembered of those that cannot be read. */
const maxUnreadable = 20

/** Letters and digits of any script, with single spaces, hyphens and dots between them. */
const shape = /^[\p{L}\p{N}\p{M}]+(?:[ .-][\p{L}\p{N}\p{M}]+)*$/u

/**
 * Reads keywords, one a line, in lower case and once each: a name like "acme bank", or a domain like "acme.com". Quotes,
 * wildcards and operators are no part of a domain name, so such lines are not read.
 */
export function readKeywords(text: string): ReadKeywords {
  const keywords = new Set<string>()
  const unreadable: ReadKeywords['unreadable'] = []
  for (const [index, line] of text.split(/\r\n|[\r\n\u2028\u2029]/).entries()) {
    const keyword = line
      .slice(0, 2100)
      .replace(/^\uFEFF/, '')
      .normalize('NFC')
      .trim()
      .toLowerCase()
    if (keyword === '') continue
    const { length } = Array.from(keyword)
    if (length >= keywordLength.min && length <= keywordLength.max && shape.test(keyword)) keywords.add(keyword)
    else if (unreadable.length < maxUnreadable) unreadable.push({ line: index + 1, text: keyword.slice(0, 60) })
  }
  return { keywords: [...keywords], unreadable }
}
