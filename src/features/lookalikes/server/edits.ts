import { keyboards } from '#vocabulary/glyphs.ts'

/** One family of edits of a label. Results may be invalid, repeated or the label itself: the caller drops these. */
type Edit = (label: string) => Iterable<string>

const letters = Array.from('0123456789abcdefghijklmnopqrstuvwxyz')
const replaceAt = (label: string, at: number, by: string) => label.slice(0, at) + by + label.slice(at + 1)
const insertAt = (label: string, at: number, what: string) => label.slice(0, at) + what + label.slice(at)
const neighbours = (letter: string) => [...new Set(keyboards.flatMap((keys) => Array.from(keys.get(letter) ?? '')))]

/** The families of dnstwist 20250130 that change a label by one slip, in the order in which people make them. */
export const edits: Record<string, Edit> = {
  *omission(label) {
    for (let at = 0; at < label.length; at++) yield replaceAt(label, at, '')
  },
  *repetition(label) {
    for (let at = 0; at < label.length; at++) yield insertAt(label, at, label[at]!)
  },
  *transposition(label) {
    for (let at = 0; at + 1 < label.length; at++)
      yield label.slice(0, at) + label[at + 1]! + label[at]! + label.slice(at + 2)
  },
  *replacement(label) {
    for (let at = 0; at < label.length; at++) for (const key of neighbours(label[at]!)) yield replaceAt(label, at, key)
  },
  *insertion(label) {
    for (let at = 0; at + 1 < label.length; at++)
      for (const key of neighbours(label[at]!)) {
        yield insertAt(label, at, key)
        yield insertAt(label, at + 1, key)
      }
  },
  *'vowel-swap'(label) {
    for (let at = 0; at < label.length; at++)
      if ('aeiou'.includes(label[at]!)) for (const vowel of 'aeiou') yield replaceAt(label, at, vowel)
  },
  *plural(label) {
    for (let at = 2; at + 2 < label.length; at++) yield insertAt(label, at + 1, 'sxz'.includes(label[at]!) ? 'es' : 's')
  },
  *hyphenation(label) {
    for (let at = 1; at < label.length; at++) yield insertAt(label, at, '-')
  },
  *subdomain(label) {
    for (let at = 1; at + 1 < label.length; at++)
      if (label[at] !== '-' && label[at - 1] !== '-') yield insertAt(label, at, '.')
  },
  *addition(label) {
    const parts = label.split('-')
    for (const letter of letters) yield label + letter
    for (let part = 1; part < parts.length; part++)
      for (const letter of letters) yield `${parts.slice(0, part).join('-')}${letter}-${parts.slice(part).join('-')}`
  },
  *bitsquatting(label) {
    for (let at = 0; at < label.length; at++)
      for (let bit = 1; bit <= 128; bit *= 2) {
        const flipped = String.fromCharCode(label.charCodeAt(at) ^ bit)
        if (/^[a-z0-9-]$/.test(flipped)) yield replaceAt(label, at, flipped)
      }
  },
}

/** The label joined to a word, before and behind, with a hyphen and without; in a label with hyphens, in place of a part. */
export function* joined(label: string, words: string[]): Iterable<string> {
  const parts = label.split('-')
  for (const word of words) {
    if (!(label.startsWith(word) && label.endsWith(word)))
      yield* [`${label}-${word}`, `${word}-${label}`, `${label}${word}`, `${word}${label}`]
    if (parts.length > 1) yield* [[...parts.slice(0, -1), word].join('-'), [word, ...parts.slice(1)].join('-')]
  }
}
