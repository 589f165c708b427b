import { parse } from 'tldts'
import { hostOfAddress } from '#vocabulary/addresses.ts'
import { unicodeLabel } from '#vocabulary/labels.ts'
import { lookAlikeLetters } from '#vocabulary/name-tables.ts'
import { isKnownHost } from './known-names.ts'

/** A name as the matcher reads it: what stands left of the suffix, without dots and hyphens, which are kept beside it. */
export type HostText = {
  /** Lower case, as DNS has it. */
  name: string
  /** Letters and digits only: look-alike letters of other scripts are written as the letter they look like. */
  text: string
  /** Before each place of the text: 0 nothing, 1 a hyphen, 2 a dot or the start; one more for the end. */
  breaks: Uint8Array
  /** Where the registered label starts in the text; what lies before is its subdomain. */
  registeredAt: number
  suffix: string
  /** The suffix belongs to a host where anybody gets a name. */
  isShared: boolean
  /** Some label was in letters of another script, or with accents. */
  isInternational: boolean
  /** Two hyphens in a row, or three in all. */
  isHyphenated: boolean
  /** The labels in Unicode, for keywords in other scripts. */
  unicode: string
}

let letters: Map<string, string> | undefined

/** Each look-alike as what it looks like, once: the table has groups 'a:àáâ'. */
function lookAlikes(): Map<string, string> {
  letters ??= new Map(
    lookAlikeLetters.split(' ').flatMap((group) => {
      const [letter = '', signs = ''] = group.split(':')
      return Array.from(signs, (sign): [string, string] => [sign, letter])
    }),
  )
  return letters
}

/** What the text looks like in letters and digits of ASCII; a character that looks like none becomes a space. */
export function skeleton(text: string): string {
  if (/^[a-z0-9.-]*$/.test(text)) return text
  let result = ''
  for (const char of text.normalize('NFKC').toLowerCase()) {
    if (/[a-z0-9.-]/.test(char)) result += char
    else {
      const base = char.normalize('NFD').replace(/\p{M}/gu, '')
      result += lookAlikes().get(char) ?? (/^[a-z0-9]+$/.test(base) ? base : ' ')
    }
  }
  return result
}

/** Of a name or an address. Undefined for addresses of numbers and names without a suffix. */
export function readHost(given: string): HostText | undefined {
  const name = tidy(given)
  const parsed = parse(name, options)
  const { publicSuffix, isIp, isPrivate } = parsed
  // Nobody registers a name under .onion: it is made from a key, which may begin with any word.
  if (isIp || !publicSuffix || publicSuffix === 'onion') return undefined
  const isKnown = parsed.domain !== null && isKnownHost(parsed.domain)
  const suffix = isKnown ? parsed.domain! : isPrivate ? withoutWildcard(publicSuffix) : publicSuffix
  const left = name.slice(0, Math.max(0, name.length - suffix.length - 1))
  if (left === '') return undefined
  const unicode = left.includes('xn--') ? left.split('.').map(unicodeLabel).join('.') : left
  const plain = skeleton(unicode)
  return {
    ...divided(plain),
    name,
    suffix,
    isShared: isPrivate === true || isKnown,
    isInternational: beyondAscii.test(unicode),
    unicode,
  }
}

const options = { allowPrivateDomains: true, validateHostname: false, extractHostname: false }

/** Where every name below a host is a suffix (*.eth.limo), its first label is what somebody chose. */
function withoutWildcard(suffix: string): string {
  const parent = suffix.slice(suffix.indexOf('.') + 1)
  if (!parent.includes('.')) return suffix
  return parse(`any-name.${parent}`, options).publicSuffix === `any-name.${parent}` ? parent : suffix
}

// eslint-disable-next-line no-control-regex -- any other letter is one of another script, or has an accent
const beyondAscii = /[^\u0000-\u007f]/

/** Longest name of DNS; longer texts are no names. */
const longest = 253

function tidy(given: string): string {
  // Of an address its host: what is said in its path says nothing about who registered the name.
  const host = /[/@:?#]/.test(given) ? hostOfAddress(given) : given
  let name = host.length > longest + 20 ? host.slice(0, longest) : host
  if (/[A-Z]/.test(name)) name = name.toLowerCase()
  if (name.startsWith('*.')) name = name.slice(2)
  if (name.startsWith('www.')) name = name.slice(4)
  return name.endsWith('.') ? name.slice(0, -1) : name
}

function divided(plain: string): Pick<HostText, 'text' | 'breaks' | 'registeredAt' | 'isHyphenated'> {
  let text = ''
  let [pending, registeredAt, hyphens, from] = [2, 0, 0, 0]
  const breaks = new Uint8Array(plain.length + 1)
  for (let at = 0; at < plain.length; at++) {
    const code = plain.charCodeAt(at)
    const isSign = code === 45 || code === 46 || code === 32
    if (!isSign) {
      breaks[at - hyphens] = pending
      pending = 0
      continue
    }
    text += plain.slice(from, at)
    from = at + 1
    hyphens += 1
    if (code === 46) registeredAt = text.length
    pending = code === 46 ? 2 : Math.max(1, pending)
  }
  text += plain.slice(from)
  breaks[text.length] = 2
  return { text, breaks, registeredAt, isHyphenated: plain.includes('--') || plain.split('-').length > 3 }
}

/** The part between hyphens, dots and ends that holds a place. */
export function partAround({ text, breaks }: HostText, start: number, end: number): [number, number] {
  let [from, to] = [start, end]
  while (from > 0 && breaks[from] === 0) from -= 1
  while (to < text.length && breaks[to] === 0) to += 1
  return [from, to]
}

/** The parts between hyphens, dots and ends: where each starts and ends. */
export function partsOf({ text, breaks }: HostText): [number, number][] {
  const parts: [number, number][] = []
  let from = 0
  for (let at = 1; at <= text.length; at++) {
    if (breaks[at] === 0) continue
    parts.push([from, at])
    from = at
  }
  return parts
}
