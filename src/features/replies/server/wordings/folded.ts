const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  ə: 'e',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
}

/**
 * A text as wordings are compared: small letters without accents, vowel signs and marks of direction. Many write without
 * accents, and mail programs write the same letter in several ways.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .toLowerCase()
    .replace(/[łøđðþıßæə’‘ʼ`´]/g, (letter) => letters[letter]!)
    .normalize('NFC')

/** Wordings by language (BCP 47): alternatives of a regular expression, matched against `folded` texts. */
export type Wordings = Readonly<Record<string, string>>

/** Whether a folded text has one of these wordings, in any language. */
export const anyOf = (...tables: readonly Wordings[]): RegExp => new RegExp(tables.map(alternatives).join('|'), 'u')

/** Whether a folded text begins with one of these wordings, after signs of an answer and tags in brackets. */
export const atBeginning = (...tables: readonly Wordings[]): RegExp =>
  new RegExp(`^(?:(?:re|aw|sv|vs|fwd?|antw|\\[[^\\]]*\\]) ?:? *)*.{0,12}(?:${tables.map(alternatives).join('|')})`, 'u')

const alternatives = (table: Wordings): string => Object.values(table).map(foldedPattern).join('|')

/** Escapes of the pattern stay: '\\p{L}' is another thing than '\\p{l}'. */
const foldedPattern = (source: string): string =>
  source
    .split(/(\\p\{\w+\}|\\.)/)
    .map((part) => (part.startsWith('\\') ? part : folded(part)))
    .join('')

/** Two wordings of one language, in either order: 'your request' and 'was registered'. */
export type Pair = readonly [one: string, other: string]

/** Patterns that match where a folded text has both wordings of a language at most `distance` characters apart. */
export const bothOf = (table: Readonly<Record<string, Pair>>, distance: number): RegExp =>
  new RegExp(
    Object.values(table)
      .map((pair) => pair.map(foldedPattern))
      .map(([one, other]) => `(?:${one}).{0,${distance}}(?:${other})|(?:${other}).{0,${distance}}(?:${one})`)
      .join('|'),
    'u',
  )
