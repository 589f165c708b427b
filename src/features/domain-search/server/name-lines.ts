import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { hostOfAddress } from '#vocabulary/addresses.ts'
import { plainHost } from './plain-host.ts'

/** A file of names cannot be read; the message is for the screen. */
export class NamesProblem extends Error {}

/** Most bytes of a file after unpacking, and most characters of one line. */
const maxBytes = 512_000_000
const maxLine = 4096

/**
 * The names of a list, in groups: one a line, or the first column of a zone file (below its $ORIGIN, if it has one) or of a
 * list with commas or tabs; of a web address, its host. Gzip is unpacked. Blank lines, comments and what is no host name are
 * left out, and a name that repeats the one before it. Throws NamesProblem for damaged and for too large files, and what
 * `source` fails with; closes it.
 */
export async function* namesIn(source: Readable, perGroup = 500): AsyncIterable<string[]> {
  let group: string[] = []
  let last = ''
  const nameOf = lineReader()
  try {
    for await (const line of linesIn(await unpacked(source))) {
      const name = nameOf(line)
      if (name === undefined || name === last) continue
      last = name
      group.push(name)
      if (group.length < perGroup) continue
      yield group
      group = []
    }
    if (group.length > 0) yield group
  } finally {
    // Whatever ended the reading: nobody else closes the file or the connection.
    source.destroy()
  }
}

/** A web address, also one written so that nobody opens it by accident; a plain name has none of these. */
const isAddress = /[/[:]/

/** The source failed, which says nothing of the list. */
class SourceLost extends Error {}

/** Reads the name of a line. In a zone file those without a dot at their end are below the last $ORIGIN. */
function lineReader(): (line: string) => string | undefined {
  let origin: string | undefined
  return (line) => {
    const first = /^[\s"']*([^\s"',;\t]+)/.exec(line.slice(0, maxLine))?.[1]
    if (first === undefined) return undefined
    // That of a top-level domain has a single label.
    if (/^\$origin$/i.test(first)) origin = /^\s*\S+\s+(\S+?)\.?(?:\s|$)/.exec(line)?.[1]
    if (/^[#;$]/.test(first)) return undefined
    if (isAddress.test(first)) return plainHost(hostOfAddress(first))
    if (!origin || first.endsWith('.')) return plainHost(first)
    // A record without a name belongs to the one before it, and @ is the origin itself.
    return /^\s/.test(line) ? undefined : plainHost(first === '@' ? origin : `${first}.${origin}`)
  }
}

async function unpacked(source: Readable): Promise<Readable> {
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const nextPart = () =>
    iterator.next().catch((cause: unknown) => {
      throw new SourceLost('The source failed', { cause })
    })
  let begin: Buffer = Buffer.alloc(0)
  // A part can have a single byte, and gzip is known by two.
  while (begin.length < 2) {
    const first = await nextPart().catch(thrownAsItIs)
    if (first.done) break
    begin = Buffer.concat([begin, first.value])
  }
  const whole = Readable.from(
    (async function* () {
      yield begin
      for (let next = await nextPart(); !next.done; next = await nextPart()) yield next.value
    })(),
    { objectMode: false },
  )
  const isGzip = begin[0] === 0x1f && begin[1] === 0x8b
  // Whoever reads the lines gets the error of either.
  return isGzip ? pipeline(whole, createGunzip(), () => undefined) : whole
}

/** Rejects with what the source itself failed with. */
function thrownAsItIs(problem: unknown): never {
  throw problem instanceof SourceLost ? problem.cause : problem
}

async function* linesIn(source: Readable): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8')
  let bytes = 0
  let rest = ''
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > maxBytes) throw new NamesProblem('It has more than 512 MB')
      const lines = (rest + decoder.decode(part, { stream: true })).split(/\r?\n/)
      rest = lines.pop()!
      // A line without end is cut, not gathered.
      if (rest.length > 2 * maxLine) rest = rest.slice(0, maxLine)
      yield* lines
    }
  } catch (problem) {
    if (problem instanceof SourceLost) throw problem.cause
    if (/^Z_|ERR_/.test((problem as NodeJS.ErrnoException).code ?? '')) throw new NamesProblem('It is damaged')
    throw problem
  }
  yield rest
}
