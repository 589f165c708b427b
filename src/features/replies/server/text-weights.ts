import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webAddress } from './wordings/folded.ts'

/** The pieces of texts share so many counters: their numbers are those of buckets. */
const buckets = 2 ** 15
/** How many characters of a text are compared, and how long its pieces are. */
const [longest, lengths] = [500, [3, 4, 5]]
/** A text of fewer pieces says little. */
const enough = 150
/** Weights are stored as whole numbers of one byte. */
const scale = 40

/** A text whose author is known: a program, or a person. */
export type KnownText = { text: string; isAutomatic: boolean }

/** The buckets of the pieces of a folded text; all digits count as the same, all addresses too. */
function piecesOf(text: string): Set<number> {
  const plain = ` ${text
    .slice(0, longest)
    .replace(/\S+@\S+/g, '@')
    .replace(webAddress, '~')
    .replace(/\d/g, '0')} `
  const pieces = new Set<number>()
  for (const length of lengths)
    for (let at = 0; at + length <= plain.length; at++) {
      let hash = 0x811c9dc5
      for (let offset = 0; offset < length; offset++)
        hash = Math.imul(hash ^ plain.charCodeAt(at + offset), 0x01000193) >>> 0
      pieces.add(((hash ^ (hash >>> 15)) >>> 0) % buckets)
    }
  return pieces
}

/**
 * How much more often each piece stands in texts of programs than in those of persons, as logarithm (naive Bayes): the
 * contents of text-weights.txt.
 */
export function weightsOf(texts: readonly KnownText[]): string {
  const counts = { automatic: new Float64Array(buckets), person: new Float64Array(buckets) }
  const all = { automatic: 0, person: 0 }
  for (const { text, isAutomatic } of texts) {
    const author = isAutomatic ? 'automatic' : 'person'
    all[author]++
    for (const piece of piecesOf(text)) counts[author][piece]!++
  }
  const share = (author: 'automatic' | 'person', piece: number) => (counts[author][piece]! + 0.5) / (all[author] + 1)
  const weights = Int8Array.from({ length: buckets }, (_, piece) => {
    if (counts.automatic[piece]! + counts.person[piece]! < 2) return 0
    const weight = Math.round(scale * Math.log(share('automatic', piece) / share('person', piece)))
    return Math.max(-127, Math.min(127, weight))
  })
  const lines =
    Buffer.from(weights.buffer)
      .toString('base64')
      .match(/.{1,160}/g) ?? []
  return `${lines.join('\n')}\n`
}

const weights = new Int8Array(
  Buffer.from(readFileSync(join(import.meta.dirname, 'text-weights.txt'), 'utf8'), 'base64'),
)

/**
 * How much a folded text is like those that programs write (above 0) or persons (below 0), by its pieces alone: it needs
 * no word that anybody listed.
 */
export function likenessToPrograms(text: string): number {
  const pieces = piecesOf(text)
  let sum = 0
  for (const piece of pieces) sum += weights[piece]!
  return (sum / scale / Math.sqrt(Math.max(1, pieces.size))) * Math.min(1, pieces.size / enough)
}
