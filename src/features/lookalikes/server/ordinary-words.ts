import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Words of nine languages (words.txt, a line for each step of frequency) as a trie of letters: 26 places a node, so that
 * all words which start at one position of a text are found while it is read once.
 */
export type Words = { next: Int32Array; step: Int8Array }

let loaded: Words | undefined

/** Loaded at the first use: 25 to 100 ms, 26 MB. */
export function ordinaryWords(): Words {
  loaded ??= build(readFileSync(join(import.meta.dirname, 'words.txt'), 'utf8'))
  return loaded
}

function build(text: string): Words {
  let next = new Int32Array(26 * 260_000)
  let step = new Int8Array(260_000).fill(-1)
  let nodes = 1
  let [line, node] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) - 97
    if (code >= 0 && code < 26) {
      const slot = node * 26 + code
      if (next[slot] === 0) {
        if (nodes === step.length) [next, step] = larger(next, step)
        next[slot] = nodes++
      }
      node = next[slot]!
      continue
    }
    if (node > 0 && step[node] === -1) step[node] = line
    node = 0
    if (code === 10 - 97) line += 1
  }
  return { next: next.slice(0, nodes * 26), step: step.slice(0, nodes) }
}

function larger(next: Int32Array, step: Int8Array): [Int32Array<ArrayBuffer>, Int8Array<ArrayBuffer>] {
  const [more, steps] = [new Int32Array(next.length * 2), new Int8Array(step.length * 2).fill(-1)]
  more.set(next)
  steps.set(step)
  return [more, steps]
}

/** The line after the ten steps: names of companies. */
export const companyStep = 10

/** Whether it is a word whose step of frequency is at most that. */
export const isWordWithin = (text: string, steps: number): boolean => (frequencyStep(text) ?? steps + 1) <= steps

/** The word's step of frequency: 0 for the 250 most used, one more for each doubling; `companyStep` for a company's name, undefined for no word. */
export function frequencyStep(word: string): number | undefined {
  const { next, step } = ordinaryWords()
  let node = 0
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) - 97
    if (code < 0 || code > 25) return undefined
    node = next[node * 26 + code]!
    if (node === 0) return undefined
  }
  return step[node]! < 0 ? undefined : step[node]!
}
