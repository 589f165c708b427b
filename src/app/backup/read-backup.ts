import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import type { z } from 'zod'
import { type Entry, FileIndex, filesPerIndex, formatVersion, Header, isZstd, Manifest } from './format.ts'
import { eventOf } from './tar-events.ts'

/** The largest entry that is read into memory as a whole. */
const maxJsonBytes = 64 * 1024 * 1024

/** What to do with the parts of a backup, in the order in which they come. Each function must read `body` to its end. */
export type Visitor = {
  header?: (header: Header) => Promise<void>
  secret?: (secret: string) => void
  /** A piece of the rows of a table. */
  rows?: (table: string, body: AsyncIterable<Buffer>) => Promise<void>
  /** Every piece of every table was passed. */
  rowsEnd?: () => Promise<void>
  file?: (key: string, body: AsyncIterable<Buffer>) => Promise<void>
}

export type ReadBackup = { header: Header; manifest: Manifest }

/** The file is no backup, or not the one that was written. */
export class DamagedBackup extends Error {}

/**
 * Reads a backup from beginning to end and checks all lengths and digests, in constant memory. What the visitor was
 * passed is proved only when this returns. Throws DamagedBackup with a one-line message, and what the visitor throws.
 */
export async function readBackup(path: string, visitor: Visitor = {}, signal?: AbortSignal): Promise<ReadBackup> {
  if (!(await isZstd(path))) throw new DamagedBackup(`${path} is not a backup`)
  const tar = extract()
  // Problems reach us where they are waited for; one that comes later must not end the process.
  tar.on('error', () => undefined)
  let cause: unknown
  const fed = feed(path, tar, signal).catch((problem: Error) => {
    cause ??= problem
    tar.destroy(problem)
  })
  try {
    const result = await readEntries(tar, visitor)
    await fed
    return result
  } catch (problem) {
    tar.destroy(problem as Error)
    await fed
    if (signal?.aborted) throw new Error('Stopped')
    if (problem instanceof DamagedBackup) throw new DamagedBackup(`${path}: ${problem.message}`)
    if (cause !== problem && !(problem instanceof TarProblem)) throw problem
    throw new DamagedBackup(`${path} is incomplete or damaged (${(problem as Error).message})`)
  }
}

async function feed(path: string, tar: Extract, signal: AbortSignal | undefined): Promise<void> {
  const write = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) if (!tar.write(chunk)) await eventOf(tar, 'drain')
    tar.end(null)
  }
  await pipeline(createReadStream(path), createZstdDecompress(), write, signal ? { signal } : {})
}

/** The tar file itself is damaged. */
class TarProblem extends Error {}

async function readEntries(tar: Extract, visitor: Visitor): Promise<ReadBackup> {
  const seen = new Map<string, Entry>()
  let header: Header | undefined
  let manifest: Manifest | undefined
  let files: Entry[] = []
  const total = { files: 0, fileBytes: 0 }
  let areRowsPassed = false
  for await (const entry of entriesOf(tar)) {
    const { name, size } = entry.header
    if (manifest) throw new DamagedBackup('something follows the manifest')
    const sha256 = createHash('sha256')
    const body = hashed(entry as AsyncIterable<Buffer>, sha256)
    const [, folder, rest = ''] = /^(?:(files|database|index)\/)?(.+)$/s.exec(name) ?? []
    if (!header && name !== 'header.json') throw new DamagedBackup('not a backup of this program')
    if (folder !== 'database' && name !== 'header.json' && name !== 'secret' && !areRowsPassed) {
      areRowsPassed = true
      await visitor.rowsEnd?.()
    }
    if (folder === 'files') {
      await (visitor.file ?? drain)(rest, body)
      files.push({ name, bytes: size, sha256: sha256.digest('hex') })
      total.files++
      total.fileBytes += size
      if (files.length > filesPerIndex) throw new DamagedBackup('the index of its files is missing')
      continue
    }
    if (folder === 'database') {
      await (visitor.rows ?? drain)(rest.split('/')[0]!, body)
    } else if (folder === 'index') {
      refuseDifferent(await json(FileIndex, body), files)
      files = []
    } else if (name === 'header.json') {
      header = readableHeader(await json(Header, body))
      await visitor.header?.(header)
    } else if (name === 'secret') {
      const secret = (await whole(body)).toString()
      visitor.secret?.(secret)
    } else if (name === 'manifest.json') {
      manifest = await json(Manifest, body)
      continue
    } else {
      throw new DamagedBackup(`${name} is unknown`)
    }
    seen.set(name, { name, bytes: size, sha256: sha256.digest('hex') })
  }
  if (!header || !manifest) throw new DamagedBackup('incomplete: its end is missing')
  refuseDifferent(manifest.entries, [...seen.values()])
  if (files.length > 0 || manifest.files !== total.files || manifest.fileBytes !== total.fileBytes)
    throw new DamagedBackup('the index of its files is missing')
  return { header, manifest }
}

/** The entries of a tar file; a problem of the file itself is a TarProblem. */
async function* entriesOf(tar: Extract) {
  try {
    yield* tar
  } catch (problem) {
    throw new TarProblem((problem as Error).message)
  }
}

async function* hashed(body: AsyncIterable<Buffer>, sha256: Hash): AsyncIterable<Buffer> {
  for await (const chunk of body) {
    sha256.update(chunk)
    yield chunk
  }
}

async function drain(_name: string, body: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of body);
}

async function whole(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxJsonBytes) throw new DamagedBackup('a part that should be small is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function json<S extends z.ZodType>(schema: S, body: AsyncIterable<Buffer>): Promise<z.output<S>> {
  const text = (await whole(body)).toString()
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new DamagedBackup('a list in it cannot be read')
  }
}

function readableHeader(header: Header): Header {
  if (header.version <= formatVersion) return header
  throw new Error(
    `This backup was made by a newer version of the program (${header.program}): restore it with that one`,
  )
}

function refuseDifferent(expected: readonly Entry[], found: readonly Entry[]): void {
  const wrong = expected.find((one, index) => {
    const it = found[index]
    return !it || it.name !== one.name || it.bytes !== one.bytes || it.sha256 !== one.sha256
  })
  if (wrong) throw new DamagedBackup(`${wrong.name} was altered or is missing`)
  if (found.length > expected.length) throw new DamagedBackup(`${found[expected.length]!.name} was added`)
}
