import { companyStep, ordinaryWords } from './ordinary-words.ts'

/**
 * How a text is most likely put together, in bits: a word costs what its frequency says, letters that are no word cost
 * more. Words do not go over a hyphen or a dot.
 */
export type Reading = {
  /** Least cost of the text before each place, and after it. */
  before: Float32Array
  after: Float32Array
}

/** By the word's step; a company's name as a rare word. Rare words of three and four letters fit into any text: dearer. */
function costOf(step: number, length: number): number {
  if (step === companyStep) return 14
  const isFiller = (length === 3 && step > 2) || (length === 4 && step > 4)
  return 8 + step * 1.1 + (isFiller ? 7 - length : 0)
}

const letterCost = 4.6
const digitCost = 2.5
/** Where letters begin that are no word. */
const startCost = 6

/** Costs of reading the text without the words that are left out: keywords, and company names that hold one. */
export function readWords(
  text: string,
  breaks: Uint8Array,
  isLeftOut: (start: number, end: number, isCompany: boolean) => boolean,
): Reading {
  const { next, step } = ordinaryWords()
  const length = text.length
  const edges: [number, number, number][] = []
  for (let start = 0; start < length; start++) {
    let node = 0
    for (let at = start; at < length; at++) {
      if (at > start && breaks[at]! > 0) break
      const code = text.charCodeAt(at) - 97
      if (code < 0 || code > 25) break
      node = next[node * 26 + code]!
      if (node === 0) break
      if (step[node]! >= 0 && !isLeftOut(start, at + 1, step[node] === companyStep))
        edges.push([start, at + 1, costOf(step[node]!, at + 1 - start)])
    }
  }
  return { before: forward(text, breaks, edges), after: backward(text, breaks, edges) }
}

const costAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57 ? digitCost : letterCost
}

function forward(text: string, breaks: Uint8Array, edges: [number, number, number][]): Float32Array {
  const length = text.length
  const best = new Float32Array(length + 1).fill(Infinity)
  const loose = new Float32Array(length + 1).fill(Infinity)
  best[0] = 0
  let edge = 0
  for (let at = 0; at < length; at++) {
    const isBreak = breaks[at]! > 0
    const cost = costAt(text, at) + Math.min(best[at]! + startCost, isBreak ? Infinity : loose[at]!)
    loose[at + 1] = cost
    best[at + 1] = Math.min(best[at + 1]!, cost)
    for (; edge < edges.length && edges[edge]![0] === at; edge++) {
      const [, end, its] = edges[edge]!
      best[end] = Math.min(best[end]!, best[at]! + its)
    }
  }
  return best
}

function backward(text: string, breaks: Uint8Array, edges: [number, number, number][]): Float32Array {
  const length = text.length
  const best = new Float32Array(length + 1).fill(Infinity)
  const loose = new Float32Array(length + 1).fill(Infinity)
  best[length] = 0
  let edge = edges.length - 1
  for (let at = length - 1; at >= 0; at--) {
    const isBreak = breaks[at + 1]! > 0
    const cost = costAt(text, at)
    // `loose` is a run that has begun further right and goes on here; where it begins is paid at its left end.
    loose[at] = cost + Math.min(best[at + 1]!, isBreak ? Infinity : loose[at + 1]!)
    best[at] = Math.min(best[at]!, loose[at]! + startCost)
    for (; edge >= 0 && edges[edge]![0] === at; edge--) {
      const [, end, its] = edges[edge]!
      best[at] = Math.min(best[at]!, best[end]! + its)
    }
  }
  return best
}
