import { Problem } from './problem.ts'

/** Deepest nesting of a JSON body: many times what any call takes. */
const maxDepth = 64
/**
 * Most different names in a JSON body. The widest sheet has 60 columns; an object with 900,000 different names took a
 * second to parse, one with 900,000 values under few names 30 ms.
 */
const maxNames = 300

/** The bounds of one JSON body, checked while its bytes arrive. */
export type JsonBounds = {
  /** Takes the next bytes. Throws 413 when the body is nested too deep, or has too many names or values. */
  take: (piece: Uint8Array) => void
  /** Whether a name may be __proto__ or constructor, written plainly or with escapes. */
  hasUnsafeName: () => boolean
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const colon = 0x3a
const comma = 0x2c

/** Longer texts are not hashed to the end: names of that length are not told apart. */
const hashedLength = 64
/** Where hashes of names start: unknown outside, so that nobody can choose names with the same hash. */
const seed = Math.trunc(Math.random() * 0x7fffffff)
const hashed = (hash: number, byte: number) => Math.imul(hash ^ byte, 16_777_619)
const unsafeNames = new Set(['__proto__', 'constructor'].map((name) => Buffer.from(name).reduce(hashed, seed)))

/**
 * Bounds for a JSON body, in one cheap pass over its bytes: text that is accepted here is parsed and validated in some
 * 50 ms at most. `maxValues` counts every comma, colon, brace and bracket outside texts.
 */
export function openJsonBounds(maxValues: number): JsonBounds {
  const names = new Set<number>()
  let depth = 0
  let values = 0
  let inText = false
  let isEscaped = false
  let hasEscape = false
  let hash = seed
  let length = 0
  let isUnsafe = false
  const addName = () => {
    names.add(hash)
    isUnsafe ||= hasEscape || unsafeNames.has(hash)
  }
  /** Takes a byte outside texts; returns whether it is within the bounds. */
  const takeMark = (byte: number): boolean => {
    if (byte === closeBrace || byte === closeBracket) depth--
    else if (byte === openBrace || byte === openBracket) {
      values++
      depth++
    } else if (byte === colon) {
      values++
      addName()
    } else if (byte === comma) values++
    return depth <= maxDepth && values <= maxValues && names.size <= maxNames
  }
  /** Takes the bytes of a text from `index`; returns the index after them, past its closing quote if that is here. */
  const takeText = (piece: Uint8Array, index: number): number => {
    for (; index < piece.length; index++) {
      const byte = piece[index]!
      if (isEscaped) isEscaped = false
      else if (byte === quote) {
        inText = false
        return index + 1
      } else if (byte === backslash) {
        isEscaped = true
        hasEscape = true
      }
      if (length++ < hashedLength) hash = hashed(hash, byte)
    }
    return index
  }
  return {
    take: (piece) => {
      let index = 0
      while (index < piece.length) {
        if (inText) index = takeText(piece, index)
        else if (piece[index] === quote) {
          inText = true
          hasEscape = false
          hash = seed
          length = 0
          index++
        } else if (!takeMark(piece[index++]!)) throw new Problem(413, 'The request is too large.')
      }
    },
    hasUnsafeName: () => isUnsafe,
  }
}
