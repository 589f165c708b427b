/** Keywords of all brands, found in a text in one pass: by three letters at the start of each part of a keyword. */

/** A span of the text that reads as a keyword. */
export type Candidate = { keyword: number; start: number; end: number; edits: number; isExchanged: boolean }

export type KeywordIndex = {
  /** false: the text is like so many keywords that the search was ended before it had tried them all. */
  find: (text: string, take: (candidate: Candidate) => void) => boolean
}

/** Texts whose look-alike signs are written as one: 0 and o, 1 and l and i, rn and nn and m, vv and w, 5 and s … */
type Folded = { codes: Uint8Array; length: number; from: Uint16Array }

const folds: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  q: 'g',
}
const none = 36

const codeOf = new Uint8Array(128).fill(none)
for (const [at, char] of Array.from('abcdefghijklmnopqrstuvwxyz0123456789').entries()) codeOf[char.charCodeAt(0)] = at
for (const [char, as] of Object.entries(folds)) codeOf[char.charCodeAt(0)] = codeOf[as.charCodeAt(0)]!

const [r, n, m, v, w, c, l, d] = Array.from('rnmvwcld', (char) => codeOf[char.charCodeAt(0)]!)

/**
 * Writes the folded text; `from` tells for each of its indexes the index in the text, and for its end the end. Pairs of
 * letters that look like one become that one only when `isPaired`, since in other texts they are what they are.
 */
function fold(text: string, isPaired: boolean, into: Folded): Folded {
  let length = 0
  const { codes, from } = into
  const end = Math.min(text.length, codes.length - 1)
  for (let at = 0; at < end; at++) {
    const code = codeOf[text.charCodeAt(at)] ?? none
    const before = length > 0 ? codes[length - 1] : none
    if (isPaired && code === n && (before === r || before === n)) codes[length - 1] = m!
    else if (isPaired && code === v && before === v) codes[length - 1] = w!
    else if (isPaired && code === l && before === c && text[at] === 'l') codes[length - 1] = d!
    else {
      from[length] = at
      codes[length++] = code
    }
  }
  from[length] = end
  into.length = length
  return into
}

const newFolded = (size: number): Folded => ({
  codes: new Uint8Array(size),
  length: 0,
  from: new Uint16Array(size + 1),
})

/** How many slips are allowed in a keyword of this length (folded). */
const slipsFor = (length: number): number => (length >= 12 ? 3 : length >= 8 ? 2 : length >= 5 ? 1 : 0)

const size = 37

type Piece = { keyword: number; offset: number; slips: number; next: number }

/**
 * Steps of a search and candidates after which it ends: some tenths of a second. With 544 keywords none of 55,000 real
 * and made names needed more than 1,245 steps or had more than 22 candidates.
 */
const budget = { steps: 1_000_000, candidates: 10_000 }

export function indexKeywords(keywords: string[]): KeywordIndex {
  const [plain, paired] = [tableOf(keywords, false), tableOf(keywords, true)]
  const folded = newFolded(300)
  return {
    find(text, take) {
      const left = { ...budget }
      search({ text, left, take }, fold(text, false, folded), plain)
      if (/rn|nn|vv|cl/.test(text)) search({ text, left, take }, fold(text, true, folded), paired)
      return left.steps > 0 && left.candidates > 0
    },
  }
}

type Table = { keywords: string[]; patterns: Uint8Array[]; heads: Int32Array; pieces: Piece[] }

function tableOf(keywords: string[], isPaired: boolean): Table {
  const heads = new Int32Array(size ** 3).fill(-1)
  const pieces: Piece[] = []
  const patterns = keywords.map((keyword) => {
    const { codes, length } = fold(keyword, isPaired, newFolded(keyword.length + 1))
    return codes.slice(0, length)
  })
  for (const [keyword, codes] of patterns.entries()) {
    if (codes.length < 3) continue
    for (const { offset, slips } of piecesOf(codes.length)) {
      const head = (codes[offset]! * size + codes[offset + 1]!) * size + codes[offset + 2]!
      pieces.push({ keyword, offset, slips, next: heads[head]! })
      heads[head] = pieces.length - 1
    }
  }
  return { keywords, patterns, heads, pieces }
}

type Search = { text: string; left: { steps: number; candidates: number }; take: (candidate: Candidate) => void }

function search({ text, left: budgetLeft, take }: Search, { codes, length, from }: Folded, table: Table): void {
  const { keywords, patterns, heads, pieces } = table
  for (let at = 0; at + 3 <= length; at++) {
    const head = (codes[at]! * size + codes[at + 1]!) * size + codes[at + 2]!
    for (let index = heads[head]!; index >= 0; index = pieces[index]!.next) {
      if (budgetLeft.steps <= 0 || budgetLeft.candidates <= 0) return
      const { keyword, offset, slips } = pieces[index]!
      const pattern = patterns[keyword]!
      const right = extend({ pattern, codes, length, step: 1, left: budgetLeft }, offset + 3, at + 3, slips)
      if (right < 0) continue
      const left = extend(
        { pattern, codes, length, step: -1, left: budgetLeft },
        offset - 1,
        at - 1,
        slips - (right >> 16),
      )
      if (left < 0) continue
      budgetLeft.candidates--
      const edits = (right >> 16) + (left >> 16)
      const [start, end] = [from[left & 0xffff]!, from[right & 0xffff]!]
      take({ keyword, start, end, edits, isExchanged: edits === 0 && text.slice(start, end) !== keywords[keyword] })
    }
  }
}

/** Parts of a keyword of which one stays whole when there are as many slips as allowed. */
function piecesOf(length: number): { offset: number; slips: number }[] {
  const slips = slipsFor(length)
  if (slips === 0) return [{ offset: 0, slips }]
  const parts = slips + 1
  // Five letters have no two parts of three: a slip in the middle letter is not found.
  const offsets = Array.from({ length: parts }, (_, at) => Math.min(length - 3, Math.ceil((at * length) / parts)))
  return [...new Set(offsets)].map((offset) => ({ offset, slips }))
}

type Texts = { pattern: Uint8Array; codes: Uint8Array; length: number; step: 1 | -1; left: { steps: number } }

/**
 * Follows pattern and text in one direction to the pattern's end. The result holds the slips (high 16 bits) and the text's
 * index after the last character going right, of the first one going left; -1 when there are more slips than allowed.
 */
function extend(texts: Texts, given: number, start: number, slips: number): number {
  const { pattern, codes, length, step, left } = texts
  left.steps--
  let [i, j] = [given, start]
  while (i >= 0 && i < pattern.length && j >= 0 && j < length && pattern[i] === codes[j]) {
    i += step
    j += step
  }
  if (i < 0 || i >= pattern.length) return step > 0 ? j : j + 1
  if (slips === 0) return -1
  const isInside = j >= 0 && j < length
  if (!isInside) return better(-1, extend(texts, i + step, j, slips - 1))
  const [nextI, nextJ] = [i + step, j + step]
  // A letter too many, where the next one fits: tried first, so that what follows is not taken for a part of the keyword.
  let best = codes[nextJ] === pattern[i] ? extend(texts, i, nextJ, slips - 1) : -1
  if (best >= 0) best += oneSlip
  if (nextI >= 0 && nextI < pattern.length && pattern[nextI] === codes[j] && codes[nextJ] === pattern[i])
    best = better(best, extend(texts, nextI + step, nextJ + step, slips - 1))
  best = better(best, extend(texts, nextI, nextJ, slips - 1))
  best = better(best, extend(texts, nextI, j, slips - 1))
  return better(best, extend(texts, i, nextJ, slips - 1))
}

const oneSlip = 0x10000

/** Of two results the one with fewer slips; the second comes after one more slip. */
const better = (best: number, result: number): number =>
  result >= 0 && (best < 0 || result >> 16 < (best >> 16) - 1) ? result + oneSlip : best
