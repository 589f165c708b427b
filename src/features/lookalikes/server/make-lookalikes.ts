import { asciiLabel, asciiName, type NameParts, nameParts } from '#vocabulary/labels.ts'
import { edits, joined } from './edits.ts'
import { confusables, cyrillic, homoglyphPairs, homoglyphs } from './homoglyphs.ts'
import { commonAffixes, commonSuffixes, dictionarySuffixes, dictionaryWords } from './name-words.ts'

/** A name that could be registered to look like another: A-labels, lower case. The family says how it was made. */
export type Lookalike = { name: string; family: string }

type MakeOptions = {
  /** The most names returned; those left out are the least plausible. */
  limit?: number
  /** Suffixes that words and slips are also tried under; the twenty-five of G95 without it. */
  suffixes?: string[]
}

/** No label has as many: a limit only for what nobody foresaw. */
const defaultLimit = 250_000

/** Families of G95 that are also tried under other suffixes. */
const commonSlips = ['omission', 'repetition', 'transposition', 'replacement']

/**
 * Names that could be registered to pass for `domain`, most plausible first, always in the same order, without `domain`
 * itself: all that dnstwist 20250130 makes and IDNA2008 allows, the affixes and suffixes of G95, and confusables by the
 * registries' tables. The subdomain, if any, stays before each. Throws RangeError when `domain` is no domain name.
 */
export function makeLookalikes(domain: string, options: MakeOptions = {}): Lookalike[] {
  const parts = nameParts(domain)
  const own = parts && asciiName(wholeName(parts))
  if (!parts || !own) throw new RangeError(`${domain} is not a domain name that can be registered`)
  const { limit = defaultLimit, suffixes = commonSuffixes } = options
  const names = new Set<string>([own])
  const made: Lookalike[] = []
  // One look into the set instead of two: it has grown when the name is new.
  const isNew = (name: string) => names.size < names.add(name).size
  const encoded = encoder(parts)
  for (const [family, label, suffix] of candidates(parts, suffixes)) {
    if (made.length >= limit) break
    const name = encoded(label, suffix)
    if (name !== undefined && isNew(name)) made.push({ name, family })
  }
  return made
}

const wholeName = ({ subdomain, label, suffix }: NameParts): string =>
  subdomain ? `${subdomain}.${label}.${suffix}` : `${label}.${suffix}`

/** Family, label (which may hold dots), suffix. */
type Candidate = [string, string, string]

/** All candidates, most plausible first: words joined, other suffixes, slips, look-alike letters, then combinations. */
function* candidates(parts: NameParts, suffixes: string[]): Iterable<Candidate> {
  const { label, suffix } = parts
  yield* under(suffix, 'affix', joined(label, commonAffixes))
  for (const other of suffixes) yield ['tld-swap', label, other]
  yield* under(suffix, 'homoglyph', homoglyphs(label, suffix))
  for (const [family, edit] of Object.entries(edits)) yield* under(suffix, family, edit(label))
  yield* under(suffix, 'cyrillic', cyrillic(label))
  yield* under(suffix, 'confusable', confusables(label, suffix))
  yield* various(parts)
  yield* under(suffix, 'dictionary', joined(label, dictionaryWords))
  for (const other of dictionarySuffixes) yield ['tld-swap', label, other]
  for (const other of suffixes) {
    yield* under(other, 'affix', joined(label, commonAffixes))
    for (const family of commonSlips) yield* under(other, family, edits[family]!(label))
    yield* under(other, 'homoglyph', homoglyphs(label, other))
  }
  yield* under(suffix, 'homoglyph', homoglyphPairs(label, suffix))
}

function* under(suffix: string, family: string, labels: Iterable<string>): Iterable<Candidate> {
  for (const label of labels) yield [family, label, suffix]
}

/** dnstwist's family various: suffix and subdomain drawn into the label. An empty label stands for 'without subdomain'. */
function* various({ subdomain, label, suffix }: NameParts): Iterable<Candidate> {
  if (suffix.includes('.')) {
    yield ['various', label, suffix.slice(suffix.lastIndexOf('.') + 1)]
    // 'brandco.uk' of brand.co.uk
    yield ['various', label + suffix.slice(0, suffix.indexOf('.')), suffix.slice(suffix.indexOf('.') + 1)]
  } else {
    yield ['various', label + suffix, suffix]
    if (suffix !== 'com') yield* under('com', 'various', [`${label}-${suffix}`, label + suffix])
  }
  if (!subdomain) return
  for (const one of [
    subdomain + label,
    subdomain.replaceAll('.', '') + label,
    `${subdomain}-${label}`,
    `${subdomain.replaceAll('.', '-')}-${label}`,
  ])
    yield ['various', `${withoutSubdomain}${one}`, suffix]
}

const withoutSubdomain = '/'

/** Writes a candidate as a name; undefined when it is not valid. What is the same for all is encoded once. */
function encoder({ subdomain }: NameParts): (label: string, suffix: string) => string | undefined {
  const before = subdomain ? asciiLabels(subdomain) : undefined
  const suffixes = new Map<string, string | undefined>()
  return (given, suffix) => {
    if (!suffixes.has(suffix)) suffixes.set(suffix, asciiLabels(suffix))
    const alone = given.startsWith(withoutSubdomain)
    const label = asciiLabels(alone ? given.slice(1) : given)
    const end = suffixes.get(suffix)
    if (!label || !end || (subdomain && !alone && !before)) return undefined
    const name = before && !alone ? `${before}.${label}.${end}` : `${label}.${end}`
    return name.length >= 4 && name.length <= 253 ? name : undefined
  }
}

/** Labels divided by dots as DNS has them; undefined when one is not valid. */
function asciiLabels(text: string): string | undefined {
  if (!text.includes('.')) return asciiLabel(text)
  const labels = text.split('.').map(asciiLabel)
  return labels.every((label) => label !== undefined) ? labels.join('.') : undefined
}
