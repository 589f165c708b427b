import { getPublicSuffix, parse } from 'tldts'
import { validRanges } from './name-tables.ts'
import { decodePunycode, encodePunycode } from './punycode.ts'

/** A domain name in its parts, each without dots at its ends; Unicode where it was punycode. */
export type NameParts = { subdomain: string; label: string; suffix: string }

/** Longest label and name in DNS (RFC 1035), in A-label form. */
export const longestLabel = 63
const longestName = 253

/** The label in Unicode; one that is no punycode comes back as it is. */
export function unicodeLabel(label: string): string {
  return (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : undefined) ?? label
}

/** The label as DNS has it (A-label); undefined when it is not valid under IDNA2008 (RFC 5891) or too long. */
export function asciiLabel(label: string): string | undefined {
  if (plain.test(label)) return label.length <= longestLabel && hyphensFit(label) ? label : undefined
  if (!isValidLabel(label)) return undefined
  const encoded = `xn--${encodePunycode(label)}`
  return encoded.length <= longestLabel ? encoded : undefined
}

const plain = /^[a-z0-9-]+$/
const hyphensFit = (label: string) =>
  !label.startsWith('-') && !label.endsWith('-') && !(label[2] === '-' && label[3] === '-')

/**
 * Whether registries may accept the label: IDNA2008 (RFC 5891–5893) with the derived property of Unicode 17.0.0: NFC,
 * hyphens, no mark at the start, characters that are valid or valid here (joiners, middle dot, keraia, geresh, katakana
 * dot, digits of Arabic), one direction. Capitals and compatibility forms are not valid: map them first.
 */
export function isValidLabel(label: string): boolean {
  if (label === '' || !hyphensFit(label)) return false
  if (hasOnlyPlainLetters(label)) return true
  if (label.normalize('NFC') !== label) return false
  if (/^\p{M}/u.test(label)) return false
  const chars = Array.from(label)
  if (!chars.every((char, at) => isPvalid(char.codePointAt(0)!) || isValidInContext(chars, at))) return false
  return !rightToLeft.test(label) || isBidiLabel(label)
}

const kinds = new Uint8Array(0x2000)

/** Whether all characters are valid letters of Latin or Cyrillic, digits or hyphens, which need no other check. */
function hasOnlyPlainLetters(label: string): boolean {
  for (let at = 0; at < label.length; at++) {
    const code = label.charCodeAt(at)
    if (code >= kinds.length) return false
    if (kinds[code] === 0) {
      const isLetter = code < 0x250 || (code >= 0x430 && code < 0x460) || (code >= 0x1e00 && code < 0x1f00)
      kinds[code] = isLetter && code !== 0xb7 && isPvalid(code) ? 1 : 2
    }
    if (kinds[code] === 2) return false
  }
  return true
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** RFC 5893, rules 1–4 with scripts for the classes: starts with a letter of the direction, no Latin, one kind of digits. */
function isBidiLabel(label: string): boolean {
  if (!new RegExp(`^${rightToLeft.source}`, 'u').test(label) || /^\p{N}/u.test(label)) return false
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(label)) return false
  return !(/[0-9]/.test(label) && /[\u0660-\u0669]/.test(label)) && !label.endsWith('-')
}

/** RFC 5892, appendix A. */
function isValidInContext(chars: string[], at: number): boolean {
  const [before = '', after = ''] = [chars[at - 1], chars[at + 1]]
  const text = chars.join('')
  switch (chars[at]) {
    case '\u200c':
    case '\u200d':
      return /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/.test(before)
    case '\u00b7':
      return before === 'l' && after === 'l'
    case '\u0375':
      return /\p{Script=Greek}/u.test(after)
    case '\u05f3':
    case '\u05f4':
      return /\p{Script=Hebrew}/u.test(before)
    case '\u30fb':
      return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)
    default:
      if (/[\u0660-\u0669]/.test(chars[at]!)) return !/[\u06f0-\u06f9]/.test(text)
      return /[\u06f0-\u06f9]/.test(chars[at]!) && !/[\u0660-\u0669]/.test(text)
  }
}

let valid: Uint32Array | undefined

/** Whether the code point is PVALID (RFC 5892, Unicode 17.0.0). */
export function isPvalid(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45
  valid ??= decodeRanges(validRanges)
  let [low, high] = [0, valid.length / 2 - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (code < valid[middle * 2]!) high = middle - 1
    else if (code > valid[middle * 2 + 1]!) low = middle + 1
    else return true
  }
  return false
}

function decodeRanges(text: string): Uint32Array {
  const ends: number[] = []
  let at = 0
  for (const part of text.split(' ')) {
    const [step = '0', length = '0'] = part.split('-')
    const first = at + Number.parseInt(step, 36)
    at = first + Number.parseInt(length, 36)
    ends.push(first, at)
  }
  return Uint32Array.from(ends)
}

/** The name as DNS has it, lower case; undefined when a label is not valid or the whole is too long or too short. */
export function asciiName(name: string): string | undefined {
  const labels = name.split('.').map(asciiLabel)
  if (labels.length < 2 || labels.some((label) => label === undefined)) return undefined
  const whole = labels.join('.')
  return whole.length >= 4 && whole.length <= longestName && labels.at(-1)!.length >= 2 ? whole : undefined
}

/** Divides a name at its public suffix (ICANN part of the list): label is what was registered. Undefined for none. */
export function nameParts(name: string): NameParts | undefined {
  const lower = name.trim().toLowerCase().normalize('NFKC').replace(/\.$/, '')
  const { domainWithoutSuffix, publicSuffix, subdomain, isIp } = parse(lower, { allowPrivateDomains: false })
  if (isIp || !domainWithoutSuffix || !publicSuffix) return undefined
  const unicode = (text: string) => text.split('.').map(unicodeLabel).join('.')
  return {
    subdomain: unicode(subdomain ?? ''),
    label: unicodeLabel(domainWithoutSuffix),
    suffix: unicode(publicSuffix),
  }
}

/** The longest public suffix of the name, those of shared hosts included: 'vercel.app' of 'a.b.vercel.app'. */
export const sharedSuffix = (name: string): string => getPublicSuffix(name, { allowPrivateDomains: true }) ?? ''
