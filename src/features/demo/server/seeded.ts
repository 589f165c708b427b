import { createHash } from 'node:crypto'

/** The only source of randomness in the demo world: the same seed gives the same data on every machine. */
export type Chance = {
  /** 0 ≤ x < 1. */
  next: () => number
  /** A whole number from min to max, both included. */
  whole: (min: number, max: number) => number
  /** True in `share` of all cases. */
  happens: (share: number) => boolean
  one: <T>(list: readonly T[]) => T
  /** One of [thing, weight] pairs, as often as its weight says. */
  weighted: <T>(pairs: readonly (readonly [thing: T, weight: number])[]) => T
}

/** A separate generator for each part of the world, so that a change in one part leaves the others unchanged. */
export function chanceFor(part: string): Chance {
  let state = createHash('sha256').update(`brandkeep demo ${part}`).digest().readUInt32LE(0)
  // mulberry32: small, fast, good enough for demo data.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    happens: (share) => next() < share,
    one: (list) => list[Math.floor(next() * list.length)]!,
    weighted: (pairs) => {
      let left = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [thing, weight] of pairs) {
        left -= weight
        if (left < 0) return thing
      }
      return pairs[pairs.length - 1]![0]
    },
  }
}

/** Creates UUIDv7 ids (RFC 9562) whose random part is seeded; `at` is the creation time of the record. */
export function idMaker(part: string): (at: Date) => string {
  const chance = chanceFor(`ids of ${part}`)
  let sequence = 0
  return (at) => {
    const bytes = Buffer.alloc(16)
    bytes.writeUIntBE(at.getTime(), 0, 6)
    // Rising within one millisecond, so that ids sort as they were made (method 1 of the RFC).
    bytes.writeUInt16BE(0x7000 | (sequence++ & 0xfff), 6)
    bytes.writeUInt32BE((0x80000000 | (chance.next() * 0x3fffffff)) >>> 0, 8)
    bytes.writeUInt32BE(Math.floor(chance.next() * 0x100000000), 12)
    const hex = bytes.toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
}
