// Functions that run in a worker thread, called by name: read the lines of a duplicate check, write its answer.
import type { Refusal } from '#features/staging-rows/server/read-json-object.ts'
import { ownBytes } from '#kit/server/threads.ts'
import { compareLines, type KnownAddresses } from './compare-lines.ts'
import { type Line, type ReadLines, readLineBytes } from './read-lines.ts'

/** The parsed lines as JSON bytes, beside what is looked up: the request thread passes them on unparsed. */
export type ParsedLines = Omit<ReadLines, 'lines'> & { lines: Uint8Array }

/** Parses the body of a check. */
export function readLines({ body }: { body: ArrayBuffer }): ParsedLines | { refusal: Refusal } {
  const read = readLineBytes(new Uint8Array(body))
  return 'refusal' in read ? read : { ...read, lines: jsonBytes(read.lines) }
}

/** What `writeAnswer` needs: the lines, and the database's answers as the JSON texts it packed ('' for none). */
export type AnswerJob = {
  lines: Uint8Array
  stored: string
  whiteListed: string
  brandNames: Readonly<Record<string, string>>
}

/** The answer of a check as JSON bytes. */
export function writeAnswer({ lines, stored, whiteListed, brandNames }: AnswerJob): Uint8Array {
  const known: KnownAddresses = { stored: unpack(stored), whiteListed: unpack(whiteListed), brandNames }
  return jsonBytes(compareLines(JSON.parse(new TextDecoder().decode(lines)) as Line[], known))
}

const unpack = <Item>(packed: string): Item[] => (packed === '' ? [] : (JSON.parse(packed) as Item[]))
const jsonBytes = (value: unknown) => new Uint8Array(ownBytes(new TextEncoder().encode(JSON.stringify(value))))
