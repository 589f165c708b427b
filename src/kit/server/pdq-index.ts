import { nearBits } from './pdq.ts'

/** Hashes near a given one, by the number of bits that differ, nearest first. Positions are those of the given list. */
export type PictureIndex = { near: (hash: string, bits?: number) => { at: number; distance: number }[] }

const bands = 16

/**
 * An index of PDQ hashes for a search of near ones: each hash is filed under each of its 16 bands of 16 bits. Of two that
 * differ in at most 31 bits one band differs in at most one, so a search looks under 17 values a band instead of at
 * all hashes. Takes 96 bytes a hash: a million in 100 MB. Throws RangeError for what is no hash, and for more bits.
 */
export function indexPictures(hashes: string[]): PictureIndex {
  const words = new Uint16Array(hashes.length * bands)
  for (const [at, hash] of hashes.entries()) words.set(wordsOf(hash), at * bands)
  const filed = Array.from({ length: bands }, (_, band) => fileBand(words, band))
  return {
    near(hash, bits = nearBits) {
      if (bits > nearBits) throw new RangeError(`The index finds hashes of at most ${nearBits} different bits`)
      const wanted = wordsOf(hash)
      const found = new Map<number, number>()
      for (const [band, { starts, positions }] of filed.entries())
        for (let bit = -1; bit < 16; bit++) {
          const value = bit < 0 ? wanted[band]! : wanted[band]! ^ (1 << bit)
          for (let index = starts[value]!; index < starts[value + 1]!; index++) {
            const at = positions[index]!
            if (found.has(at)) continue
            const distance = distanceAt(words, at, wanted, bits)
            if (distance <= bits) found.set(at, distance)
          }
        }
      return [...found]
        .map(([at, distance]) => ({ at, distance }))
        .sort((a, b) => a.distance - b.distance || a.at - b.at)
    },
  }
}

/** How many of the 256 bits of two hashes differ. */
export function hashDistance(one: string, other: string): number {
  return distanceAt(wordsOf(one), 0, wordsOf(other), 256)
}

function wordsOf(hash: string): Uint16Array {
  const bytes = Buffer.from(hash, 'hex')
  if (hash.length !== 64 || bytes.length !== 32) throw new RangeError('A PDQ hash has 64 hexadecimal digits')
  const words = new Uint16Array(bands)
  for (let band = 0; band < bands; band++) words[band] = bytes.readUInt16BE(band * 2)
  return words
}

/** The positions of all hashes sorted by the value of one band, and where each value starts. */
function fileBand(words: Uint16Array, band: number): { starts: Uint32Array; positions: Uint32Array } {
  const starts = new Uint32Array(0x10001)
  for (let at = band; at < words.length; at += bands) starts[words[at]! + 1]! += 1
  for (let value = 0; value < 0x10000; value++) starts[value + 1]! += starts[value]!
  const next = starts.slice()
  const positions = new Uint32Array(words.length / bands)
  for (let at = 0; at < positions.length; at++) positions[next[words[at * bands + band]!]!++] = at
  return { starts, positions }
}

const ones = Uint8Array.from({ length: 0x10000 }, (_, value) => {
  let count = 0
  for (let rest = value; rest > 0; rest &= rest - 1) count += 1
  return count
})

/** The distance, or more than `bits` as soon as it is known to be more. */
function distanceAt(words: Uint16Array, at: number, wanted: Uint16Array, bits: number): number {
  let distance = 0
  for (let band = 0; band < bands && distance <= bits; band++)
    distance += ones[words[at * bands + band]! ^ wanted[band]!]!
  return distance
}
