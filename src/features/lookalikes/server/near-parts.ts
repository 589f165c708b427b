import { type HostText, partsOf } from './host-text.ts'
import { isRisky } from './known-names.ts'
import { isLure, lureAt } from './lure-words.ts'
import { isWordWithin } from './ordinary-words.ts'

/** A part of a name, or what is left of it without a word that goes with imitation. */
type Span = { start: number; end: number }

/** Words up to this step are what they are, and no slip of a keyword. */
const wordSteps = 8

/**
 * Keywords of six and seven letters that a part of a name is two slips from (ledrr, tzrior), with the same first letter:
 * looked for only where names are cheap and another part is a word that goes with imitation, since few letters are left
 * to know the keyword by.
 */
export function nearParts(keywords: string[]): (host: HostText, take: (keyword: number, span: Span) => void) => void {
  const byFirst = new Map<string, number[]>()
  for (const [at, text] of keywords.entries()) {
    if (text.length === 6 || text.length === 7) byFirst.set(text[0]!, [...(byFirst.get(text[0]!) ?? []), at])
  }
  return (host, take) => {
    if (byFirst.size === 0 || !(host.isShared || isRisky(host.suffix))) return
    const parts = partsOf(host)
    if (parts.length < 2) return
    const lures = parts.map(([start, end]) => isLure(host.text.slice(start, end)))
    if (!lures.includes(true)) return
    for (const [at, [start, end]] of parts.entries()) {
      const length = end - start
      if (lures[at] || length < 4 || length > 20 || !byFirst.has(host.text[start]!)) continue
      for (const span of spansOf(host.text, { start, end })) {
        const seen = host.text.slice(span.start, span.end)
        for (const keyword of byFirst.get(seen[0]!) ?? [])
          if (isTwoSlipsFrom(keywords[keyword]!, seen)) take(keyword, span)
      }
    }
  }
}

/** Short endings of other names that are written on: ledgrcom, trzrio. */
const endings = /(?:com|io|co|us|uk)$/

function spansOf(text: string, { start, end }: Span): Span[] {
  const part = text.slice(start, end)
  const ending = endings.exec(part)?.[0].length ?? 0
  const [after, before] = [Math.max(ending, lureAt(part, part.length, 'before')), lureAt(part, 0, 'after')]
  const spans = [{ start, end }]
  if (after > 0) spans.push({ start, end: end - after })
  if (before > 0) spans.push({ start: start + before, end })
  return spans.filter((span) => {
    const length = span.end - span.start
    return length > 3 && length < 10 && !isWordWithin(text.slice(span.start, span.end), wordSteps)
  })
}

/** Rows of the table of distances: parts have fewer than ten letters. */
let [before, row, next] = [new Uint8Array(12), new Uint8Array(12), new Uint8Array(12)]

/** Whether two letters are wrong, missing, too many or exchanged. */
function isTwoSlipsFrom(keyword: string, seen: string): boolean {
  const { length } = seen
  if (Math.abs(keyword.length - length) > 2 || lettersMissing(keyword, seen) > 2) return false
  for (let j = 0; j <= length; j++) row[j] = j
  for (let i = 1; i <= keyword.length; i++) {
    const letter = keyword[i - 1]
    next[0] = i
    let least = i
    for (let j = 1; j <= length; j++) {
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (letter === seen[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && letter === seen[j - 2] && keyword[i - 2] === seen[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1)
      next[j] = cost
      least = Math.min(least, cost)
    }
    if (least > 2) return false
    ;[before, row, next] = [row, next, before]
  }
  return row[length] === 2
}

/** How many different letters of the keyword are nowhere in the text. */
function lettersMissing(keyword: string, seen: string): number {
  let [there, missing] = [0, 0]
  for (let at = 0; at < seen.length; at++) there |= 1 << (seen.charCodeAt(at) - 97)
  for (let at = 0; at < keyword.length; at++) {
    const bit = 1 << (keyword.charCodeAt(at) - 97)
    if ((there & bit) === 0) {
      missing += 1
      there |= bit
    }
  }
  return missing
}
