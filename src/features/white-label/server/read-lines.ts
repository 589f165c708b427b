import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { maxLines } from '#features/white-label/contract.ts'
import { lineNotValid, lineTooLong, listRequired, tooManyLines } from '#features/white-label/messages.ts'
import { isDomainName, normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'

/** The lines of a list with the addresses that are compared, or the message why the list is invalid. */
export type LinesResult = { lines: WhiteListLine[] } | { problem: string }
/** One line as it was written, and its address in the form that findings are compared in (G63). */
export type WhiteListLine = { line: string; address: string }

const maxLength = 2048
/** Lines processed before yielding to the event loop: a few milliseconds. */
const linesPerTurn = 1000

/**
 * Reads the lines of a white list (G104): blanks dropped, the first of those with the same address kept as it was
 * written, order preserved. Line numbers count from 1, blanks included, as in an editor.
 */
export async function readLines(given: string | readonly string[]): Promise<LinesResult> {
  const lines = typeof given === 'string' ? given.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/) : given
  const filled = lines.reduce((sum, line) => (line.trim() === '' ? sum : sum + 1), 0)
  if (filled === 0) return { problem: listRequired }
  if (filled > maxLines) return { problem: tooManyLines }
  const found = new Map<string, string>()
  for (const [index, raw] of lines.entries()) {
    if (index % linesPerTurn === linesPerTurn - 1) await yieldToEventLoop()
    const line = raw.trim()
    if (line === '') continue
    if (line.length > maxLength) return { problem: lineTooLong(index + 1) }
    const address = normaliseAddress(line)
    if (!isAddress(line, address)) return { problem: lineNotValid(index + 1, line.slice(0, 80)) }
    if (!found.has(address)) found.set(address, line)
  }
  return { lines: Array.from(found, ([address, line]) => ({ line, address })) }
}

/** A host with at least one dot, or an IP address, optionally with a path; anything else cannot match a finding. */
function isAddress(line: string, address: string): boolean {
  return !/[\s\p{Cc}]/u.test(line) && isDomainName(normaliseDomain(address))
}
