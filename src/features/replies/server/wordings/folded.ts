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
    .replace(/[\p{M}\u200b-\u200d\p{Bidi_Control}]/gu, '')
    .toLowerCase()
    .replace(/[łøđðþıßæə’‘ʼ`´]/g, (letter) => letters[letter]!)
    .normalize('NFC')

/** Addresses of pages and hosts in a folded text: what they are made of says nothing of its language or author. */
export const webAddress =
  /h(?:tt|xx)ps?:\/\/\S+|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_-]{1,63}(?:\.|\[\.\])){1,20}\p{L}{2,}(?:\/\S*)?/gu

/** Wordings by language (BCP 47): alternatives of a regular expression, matched against `folded` texts. */
export type Wordings = Readonly<Record<string, string>>

/** Whether a folded text has one of these wordings, in any language. */
export const anyOf = (...tables: readonly Wordings[]): RegExp => new RegExp(tables.map(alternatives).join('|'), 'u')

/** Whether a folded text has one of some wordings, of those entries of their tables that `isOf` names. */
export type Finder = (text: string, isOf: (entry: string) => boolean) => boolean

/** Languages that write compounds as one word, or no spaces: a wording may begin within a word. */
const compounding = new Set(
  'de nl sv no da is scandinavian nordic fi et hu han zh-Hans zh-Hant ja ko zh th km my he ar fa ur'.split(' '),
)

/** Finds wordings of the given tables. */
export const finderOf = (...tables: readonly Wordings[]): Finder =>
  finder(tables.flatMap((table) => Object.entries(table).map(([entry, one]) => [entry, foldedPattern(one)])))

/** The same for short wordings, which must begin a word. */
export const wordFinderOf = (...tables: readonly Wordings[]): Finder =>
  finder(
    tables.flatMap((table) =>
      Object.entries(table).map(([entry, one]) => [
        entry,
        `${compounding.has(entry) ? '' : String.raw`(?<!\p{L})`}(?:${foldedPattern(one)})`,
      ]),
    ),
  )

/** Finds where a folded text has both wordings of a language at most `distance` characters apart. */
export const pairFinderOf = (table: Readonly<Record<string, Pair>>, distance: number): Finder =>
  finder(
    Object.entries(table).map(([entry, pair]) => {
      const [one, other] = pair.map(foldedPattern)
      return [entry, `(?:${one}).{0,${distance}}(?:${other})|(?:${other}).{0,${distance}}(?:${one})`]
    }),
  )

function finder(entries: readonly (readonly string[])[]): Finder {
  const patterns = entries.map(([entry, pattern]) => [entry!, new RegExp(pattern!, 'u')] as const)
  return (text, isOf) => patterns.some(([entry, pattern]) => isOf(entry) && pattern.test(text))
}

/** Whether a folded text begins with one of these wordings, after signs of an answer and tags in brackets. */
export const atBeginning = (...tables: readonly Wordings[]): RegExp =>
  new RegExp(`^(?:(?:re|aw|sv|vs|fwd?|antw|\\[[^\\]]*\\]) ?:? *)*.{0,12}(?:${tables.map(alternatives).join('|')})`, 'u')

const alternatives = (table: Wordings): string => Object.values(table).map(foldedPattern).join('|')

/** A wording as a pattern for `folded` texts. Escapes stay: '\\p{L}' is another thing than '\\p{l}'. */
export const foldedPattern = (source: string): string =>
  source
    .split(/(\\p\{\w+\}|\\.)/)
    .map((part) => (part.startsWith('\\') ? part : folded(part)))
    .join('')

/** Two wordings of one language, in either order: 'your request' and 'was registered'. */
export type Pair = readonly [one: string, other: string]
