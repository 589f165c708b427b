import { setImmediate as breath } from 'node:timers/promises'
import { mostLines } from '#features/white-label/contract.ts'
import { lineNotValid, lineTooLong, listRequired, tooManyLines } from '#features/white-label/messages.ts'
import { isDomainName, normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'

/** The addresses of a list, or the one sentence why it is none. */
export type Lines = { addresses: string[] } | { problem: string }

const longest = 2048
/** Lines read at a time: a few milliseconds of the thread that answers everybody. */
const atOnce = 1000

/**
 * Reads the lines of a white list (G104): blanks dropped, each normalised as findings are (G63), doubles removed, the
 * order kept. Line numbers count from 1, blanks included, as an editor shows them.
 */
export async function readLines(given: string | readonly string[]): Promise<Lines> {
  const lines = typeof given === 'string' ? given.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/) : given
  const filled = lines.reduce((sum, line) => (line.trim() === '' ? sum : sum + 1), 0)
  if (filled === 0) return { problem: listRequired }
  if (filled > mostLines) return { problem: tooManyLines }
  const found = new Set<string>()
  for (const [index, raw] of lines.entries()) {
    if (index % atOnce === atOnce - 1) await breath()
    const line = raw.trim()
    if (line === '') continue
    if (line.length > longest) return { problem: lineTooLong(index + 1) }
    const address = normaliseAddress(line)
    if (!isAddress(address)) return { problem: lineNotValid(index + 1, line.slice(0, 80)) }
    found.add(address)
  }
  return { addresses: [...found] }
}

/** A host with at least one dot, or the numbers of one, and maybe a page; nothing that no finding can be. */
function isAddress(address: string): boolean {
  return !/[\s\p{Cc}]/u.test(address) && isDomainName(normaliseDomain(address))
}
