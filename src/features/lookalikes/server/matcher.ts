import { type Brand, keywordsOf, ownNames } from './brand-keywords.ts'
import { hasDoubles, withoutDoubles } from './doubled-letters.ts'
import { type HostText, partsOf, readHost } from './host-text.ts'
import { type Candidate, indexKeywords } from './keyword-index.ts'
import { judge, type Match } from './judge.ts'
import { nearParts } from './near-parts.ts'
import { type Reading, readWords } from './segment.ts'

type MatcherOptions = {
  /** Domains that never match, nor what is below them. */
  whiteList?: string[]
  /** The least score of a match, 0–1; 0.5 without it. */
  threshold?: number
}

export type Matcher = {
  /** The best match of all keywords. */
  match: (name: string) => Match | undefined
  /** The best match of each keyword that the name uses, the highest score first. */
  matchAll: (name: string) => Match[]
}

/**
 * Finds names that use a brand's: its keyword as a word, joined to words, in a subdomain or on a shared host, with slips
 * or look-alike letters. Keywords inside ordinary words (chase in purchase), own domains and the white list do not match.
 * A match has its score from 0 to 1 and the reason in words.
 */
export function createMatcher(brands: Brand[], options: MatcherOptions = {}): Matcher {
  const { whiteList = [], threshold = 0.5 } = options
  const known = knownKeywords(brands)
  const others = brands.flatMap((brand) => (keywordsOf(brand).length > 0 ? [] : [foreignKeyword(brand)]))
  const allowed = domainSet(whiteList)
  const matchesOf = (name: string, select: Select): Match[] => {
    const host = readHost(name)
    if (!host || isBelow(host.name, (domain) => allowed.has(domain))) return []
    const { found, isComplete } = candidatesIn(host, known, ownersOf(host, known))
    const matches = select(host, found, { known, threshold })
    if (matches.length === 0 && !isComplete) return tooMany(found, { known, threshold })
    return host.isInternational && (select === bestOfEach || matches.length === 0)
      ? [...matches, ...foreignMatches(host, others)]
      : matches
  }
  return {
    match: (name) => matchesOf(name, bestOfAll)[0],
    matchAll: (name) => matchesOf(name, bestOfEach),
  }
}

type KnownKeywords = ReturnType<typeof knownKeywords>

/** The keywords in letters and digits, and by what they are found: each map has their positions. */
function knownKeywords(brands: readonly Brand[]) {
  const known = brands.flatMap((brand) => {
    const keywords = keywordsOf(brand)
    return [...keywords, ...ownNames(brand, keywords)].map((keyword) => ({ keyword, ownDomains: brand.ownDomains }))
  })
  const keywords = known.map(({ keyword }) => keyword)
  const texts = keywords.map(({ text }) => text)
  const exact = new Map<string, number[]>()
  const byConsonants = new Map<string, number[]>()
  const add = <T>(map: Map<string, T[]>, key: string, value: T) => {
    const values = map.get(key)
    if (values) values.push(value)
    else map.set(key, [value])
  }
  for (const [at, { text }] of keywords.entries()) {
    add(exact, text, at)
    const consonants = consonantsOf(text)
    if (text.length > 5 && consonants.length > 3) add(byConsonants, consonants, at)
  }
  // All keywords of a brand share one list, which can have thousands of domains: each list is read once.
  const byOwnDomain = new Map<string, number[][]>()
  const positions = new Map<readonly string[], number[]>()
  for (const [at, { ownDomains }] of known.entries()) {
    const those = positions.get(ownDomains)
    if (those) those.push(at)
    else positions.set(ownDomains, [at])
  }
  for (const [ownDomains, those] of positions)
    for (const domain of domainSet(ownDomains)) add(byOwnDomain, domain, those)
  return { keywords, index: indexKeywords(texts), near: nearParts(texts), exact, byConsonants, byOwnDomain }
}

/** The keywords of the brands that the host belongs to. */
function ownersOf(host: HostText, { byOwnDomain }: KnownKeywords): Set<number> {
  const owners = new Set<number>()
  isBelow(host.name, (domain) => {
    for (const those of byOwnDomain.get(domain) ?? []) for (const at of those) owners.add(at)
    return false
  })
  return owners
}

/** Where the host has a keyword or a slip of one; not those of its owners. */
function candidatesIn(host: HostText, known: KnownKeywords, owners: ReadonlySet<number>) {
  const { keywords, index, near, exact, byConsonants } = known
  const found: Candidate[] = []
  const take = (those: number[] | undefined, span: Pick<Candidate, 'start' | 'end' | 'edits'>) => {
    for (const keyword of those ?? []) if (!owners.has(keyword)) found.push({ ...span, keyword, isExchanged: false })
  }
  const isComplete = index.find(host.text, (candidate) => {
    // A brand's own domain is no slip of another brand's keyword.
    if (owners.has(candidate.keyword) || (owners.size > 0 && candidate.edits > 0)) return
    found.push(candidate)
    const shorter = withoutForeignEnd(host.text, candidate, keywords[candidate.keyword]!.text)
    if (shorter) found.push(shorter)
  })
  if (owners.size === 0) near(host, (keyword, span) => found.push({ ...span, keyword, edits: 2, isExchanged: false }))
  // Parts of labels: keywords of two letters, and those with other vowels or doubled letters (uphooold, ledgar).
  for (const [start, end] of partsOf(host)) {
    const part = host.text.slice(start, end)
    if (part.length === 2) take(exact.get(part), { start, end, edits: 0 })
    else if (part.length > 3 && owners.size === 0 && !exact.has(part)) {
      take(byConsonants.get(consonantsOf(part)), { start, end, edits: 2 })
      if (hasDoubles(part)) take(exact.get(withoutDoubles(part)), { start, end, edits: 1 })
    }
  }
  return { found, isComplete }
}

/** A name that is like too many keywords to judge them all is shown, not passed over. */
function tooMany([first]: readonly Candidate[], { known: { keywords }, threshold }: Measure): Match[] {
  if (!first) return []
  const { keyword } = keywords[first.keyword]!
  const reason = `Like too many keywords to judge them all, one is '${keyword}'`
  return [{ keyword, family: 'joined', score: threshold, reason }]
}

type Measure = { known: KnownKeywords; threshold: number }
type Select = (host: HostText, found: readonly Candidate[], measure: Measure) => Match[]

/** The candidate with the highest score, if that is high enough. */
const bestOfAll: Select = (host, found, { known, threshold }) => {
  let best: Match | undefined
  judgeAll(host, found, known, (judged) => {
    best = judged(best ? best.score + 0.01 : threshold) ?? best
  })
  return best ? [best] : []
}

/** The same of each keyword, the highest score first. */
const bestOfEach: Select = (host, found, { known, threshold }) => {
  const best = new Map<string, Match>()
  judgeAll(host, found, known, (judged, keyword) => {
    const before = best.get(keyword)
    const match = judged(before ? before.score + 0.01 : threshold)
    if (match) best.set(keyword, match)
  })
  return [...best.values()].sort((a, b) => b.score - a.score)
}

/** Calls `each` for the candidates that count, with what judges one by the least score asked for, and its keyword. */
function judgeAll(
  host: HostText,
  found: readonly Candidate[],
  { keywords, exact }: KnownKeywords,
  each: (judged: (least: number) => Match | undefined, keyword: string) => void,
): void {
  if (found.length === 0) return
  const { reach, firstEnd } = exactSpans(host.text.length, found)
  const isLeftOut = (start: number, end: number, isCompany: boolean) => {
    if (isCompany && firstEnd[start]! <= end) return true
    const word = host.text.slice(start, end)
    return exact.has(word) || (word.length > 5 && word.endsWith('s') && exact.has(word.slice(0, -1)))
  }
  let read: Reading | undefined
  const reading = () => {
    read ??= readWords(host.text, host.breaks, isLeftOut)
    return read
  }
  for (const candidate of found) {
    // What is one keyword as it stands is no slip of another.
    if (candidate.edits > 0 && reach[candidate.start]! >= candidate.end) continue
    const keyword = keywords[candidate.keyword]!
    each((least) => judge({ host, candidate, keyword, reading, least }), keyword.keyword)
  }
}

/**
 * Of the keywords without slips, for each place of the text: the last end of those as they stand that start there or
 * before, and the first end of all that start there or after.
 */
function exactSpans(length: number, found: readonly Candidate[]) {
  const reach = new Int16Array(length + 1).fill(-1)
  const firstEnd = new Int16Array(length + 1).fill(length + 1)
  for (const { edits, isExchanged, start, end } of found) {
    if (edits > 0) continue
    if (!isExchanged) reach[start] = Math.max(reach[start]!, end)
    firstEnd[start] = Math.min(firstEnd[start]!, end)
  }
  for (let at = 1; at <= length; at++) reach[at] = Math.max(reach[at]!, reach[at - 1]!)
  for (let at = length - 1; at >= 0; at--) firstEnd[at] = Math.min(firstEnd[at]!, firstEnd[at + 1]!)
  return { reach, firstEnd }
}

/** The same slip as a letter left out at the end: what follows is then another word (binanc and login). */
function withoutForeignEnd(text: string, candidate: Candidate, keyword: string): Candidate | undefined {
  const { start, end, edits } = candidate
  if (edits !== 1 || text.slice(start, end - 1) !== keyword.slice(0, -1)) return undefined
  return { ...candidate, end: end - 1 }
}

/** The first letter and the consonants after it, each once where it is doubled. */
function consonantsOf(text: string): string {
  let key = text[0] ?? ''
  for (let at = 1; at < text.length; at++) {
    const letter = text[at]!
    if (!'aeiou'.includes(letter) && letter !== key[key.length - 1]) key += letter
  }
  return key
}

const domainSet = (domains: readonly string[]): Set<string> =>
  new Set(
    domains
      .map((domain) =>
        domain
          .trim()
          .toLowerCase()
          .replace(/^\*?\.|\.$/g, ''),
      )
      .filter((domain) => domain !== ''),
  )

/** Whether the name or one it is below is such a domain. */
function isBelow(name: string, isSuch: (domain: string) => boolean): boolean {
  for (let at = 0; ; ) {
    if (isSuch(name.slice(at))) return true
    const dot = name.indexOf('.', at)
    if (dot < 0) return false
    at = dot + 1
  }
}

const foreignKeyword = ({ keyword, ownDomains }: Brand) => ({
  keyword,
  text: keyword.toLowerCase().normalize('NFKC').replace(/\s+/g, ''),
  own: domainSet(ownDomains),
})

/** Keywords in other scripts: the label holds them as they are. */
function foreignMatches(host: HostText, keywords: ReturnType<typeof foreignKeyword>[]): Match[] {
  const text = host.unicode.replaceAll('-', '')
  const found = keywords.filter(
    (one) => one.text.length > 1 && text.includes(one.text) && !isBelow(host.name, (domain) => one.own.has(domain)),
  )
  return [...new Set(found.map(({ keyword }) => keyword))].map((keyword) => ({
    keyword,
    family: 'joined',
    score: 0.8,
    reason: `The name holds '${keyword}'`,
  }))
}
