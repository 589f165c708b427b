import { cyrillicTwins, glyphs } from '#vocabulary/glyphs.ts'
import { longestLabel } from '#vocabulary/labels.ts'
import { registryTables } from '#vocabulary/name-tables.ts'

type Signs = Map<string, string[]>

/** The signs for a label under a suffix: letters and digits that look alike, and what the suffix's registry allows. */
function signsOf(suffix: string): { ascii: Signs; all: Signs } {
  const ascii = new Map(Object.entries(glyphs.ascii))
  const all = new Map([...ascii].map(([letter, signs]) => [letter, Array.from(signs)]))
  for (const [letter, signs] of Object.entries(glyphs.bySuffix.get(suffix) ?? glyphs.unicode))
    all.set(letter, [...(all.get(letter) ?? []), ...signs])
  return { ascii, all }
}

/**
 * Calls `take` with the label after each exchange of a letter, a pair of equal letters or a pair with a sign of its own,
 * from a position on, and with the position of the exchange.
 */
function exchange(label: string, signs: Signs, from: number, take: (label: string, at: number) => void): void {
  for (let at = Math.max(0, from); at < label.length; at++) {
    const [letter, next = ''] = [label[at]!, label[at + 1]]
    const [before, after] = [label.slice(0, at), label.slice(at + 2)]
    for (const sign of signs.get(letter) ?? []) {
      take(before + sign + next + after, at)
      if (letter === next) take(before + sign + sign + after, at)
    }
    if (next) for (const sign of signs.get(letter + next) ?? []) take(before + sign + after, at)
  }
}

/** Whether no punycode form can be short enough: 'xn--', the plain characters, a hyphen, and one sign at least for others. */
function isTooLong(label: string, spare: number): boolean {
  if (label.length - spare <= longestLabel - 6) return false
  return label.length - spare > longestLabel || hasSign(label)
}

function hasSign(label: string): boolean {
  for (let at = 0; at < label.length; at++) if (label.charCodeAt(at) > 127) return true
  return false
}

/** One exchange: dnstwist's family homoglyph, plain letters and digits first. */
export function homoglyphs(label: string, suffix: string): Iterable<string> {
  const { ascii, all } = signsOf(suffix)
  const found = new Set<string>()
  exchange(label, ascii, 0, (one) => found.add(one))
  exchange(label, all, 0, (one) => isTooLong(one, 0) || found.add(one))
  return found
}

/**
 * Two exchanges: the rest of dnstwist's family. Length is looked at before anything is encoded. The second exchange
 * starts one before the first: what lies further left comes of the two in the other order.
 */
export function* homoglyphPairs(label: string, suffix: string): Iterable<string> {
  const { ascii, all } = signsOf(suffix)
  for (const signs of [ascii, all]) {
    const found: string[] = []
    exchange(label, signs, 0, (one, at) => {
      // The second exchange may take a character away (rn → m, ae → æ).
      if (!isTooLong(one, 1)) exchange(one, signs, at - 1, (two) => isTooLong(two, 0) || found.push(two))
    })
    yield* found
  }
}

/** The whole label in Cyrillic letters that look like its own; nothing where a letter has no twin. */
export function* cyrillic(label: string): Iterable<string> {
  const twins = Array.from(label).map((letter) => cyrillicTwins.get(letter) ?? letter)
  if (twins.every((twin, at) => twin !== label[at])) yield twins.join('')
}

let tables: Map<string, Signs> | undefined

/**
 * Confusables by the registries' tables, one table to a label: one letter, or all of a kind, within Latin; else the whole
 * label, where digits and hyphens may stay.
 */
export function* confusables(label: string, suffix: string): Iterable<string> {
  tables ??= new Map(Object.entries(registryTables).map(([script, text]) => [script, parseTable(text)]))
  // A registry with a table of its own has had its letters in the family homoglyph.
  if (!glyphs.bySuffix.has(suffix))
    for (const [at, letter] of Array.from(label).entries())
      for (const sign of tables.get('latin')?.get(letter) ?? []) {
        yield label.slice(0, at) + sign + label.slice(at + 1)
        if (label.indexOf(letter) === at) yield label.replaceAll(letter, sign)
      }
  for (const [script, signs] of tables) {
    if (script === 'latin') continue
    const chars = Array.from(label).map((letter) => (/[0-9-]/.test(letter) ? letter : signs.get(letter)?.[0]))
    if (chars.every((char) => char !== undefined)) yield chars.join('')
  }
}

const parseTable = (text: string): Signs =>
  new Map(text.split(' ').map((part): [string, string[]] => [part[0]!, Array.from(part.slice(2))]))
