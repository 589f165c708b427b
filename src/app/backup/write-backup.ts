import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import type { FileStore } from '#kit/server/files.ts'
import { counted } from '#vocabulary/numbers.ts'
import { openSnapshot, type Snapshot } from './database-contents.ts'
import {
  type BackupTable,
  type Entry,
  filesAtOnce,
  filesPerIndex,
  formatVersion,
  type Header,
  type Manifest,
} from './format.ts'
import { eventOf } from './tar-events.ts'

/** Rows are divided into pieces of this size, because a tar file states the length of an entry before its content. */
const pieceBytes = 8 * 1024 * 1024

export type BackupSource = {
  databaseUrl: string
  /** undefined: stored files are left out. */
  files?: FileStore | undefined
  secret: string
  programVersion: string
}

/** What a backup holds, and how long it took. */
export type Summary = { rows: number; files: number; fileBytes: number; bytes: number; seconds: number }

/**
 * Writes a backup while the console may be running: all tables as of one moment, then the stored files, of which later
 * ones do no harm. The file gets its name when it is complete and on disk. Its mode is 0600: it holds password hashes
 * and the secret. Throws a one-line message; nothing is left behind then.
 */
export async function writeBackup(
  source: BackupSource,
  path: string,
  options: { overwrite?: boolean; say?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<Summary> {
  const { overwrite = false, say = () => undefined, signal } = options
  if (!overwrite && existsSync(path)) throw new Error(`${path} exists: name another file, or add --overwrite`)
  const began = performance.now()
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  try {
    const snapshot = await openSnapshot(source.databaseUrl)
    let manifest: Manifest
    try {
      manifest = await writeTar({ source, snapshot, say, signal }, unfinished)
    } finally {
      await snapshot.close()
    }
    await moveIntoPlace(unfinished, path)
    const { size: bytes } = await stat(path)
    const rows = Object.values(manifest.rows).reduce((sum, n) => sum + n, 0)
    return { rows, files: manifest.files, fileBytes: manifest.fileBytes, bytes, seconds: secondsSince(began) }
  } catch (problem) {
    await rm(unfinished, { force: true })
    throw problem
  }
}

const secondsSince = (began: number) => (performance.now() - began) / 1000

/** After a power cut the file is either whole or does not have its name. */
async function moveIntoPlace(unfinished: string, path: string): Promise<void> {
  await syncToDisk(unfinished)
  await rename(unfinished, path)
  await syncToDisk(dirname(path))
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type Job = { source: BackupSource; snapshot: Snapshot; say: (line: string) => void; signal: AbortSignal | undefined }

async function writeTar({ source, snapshot, say, signal }: Job, path: string): Promise<Manifest> {
  const tar = pack()
  // Problems reach us where they are waited for; one that comes later must not end the process.
  tar.on('error', () => undefined)
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const finished = pipeline(Readable.from(tar), createZstdCompress({ params }), output, signal ? { signal } : {})
  // A full disk ends what is being written below, which would wait for ever.
  finished.catch((problem: Error) => tar.destroy(problem))
  const entries: Entry[] = []
  const add: AddEntry = async (name, content, bytes) => {
    const entry = await addEntry(tar, name, content, bytes)
    if (!name.startsWith('files/')) entries.push(entry)
    return entry
  }
  try {
    const header: Header = {
      format: 'brandkeep-backup',
      version: formatVersion,
      program: source.programVersion,
      madeAt: new Date().toISOString(),
      ...snapshot.header,
      hasFiles: source.files !== undefined,
    }
    await add('header.json', jsonOf(header))
    await add('secret', Buffer.from(source.secret))
    const rows = await writeTables(snapshot, add, say)
    const files = source.files ? await writeFiles(source.files, add, say) : { files: 0, fileBytes: 0 }
    const manifest: Manifest = { entries: [...entries], rows, ...files }
    await add('manifest.json', jsonOf(manifest))
    tar.finalize()
    await finished
    return manifest
  } catch (problem) {
    tar.destroy(problem as Error)
    // What ended the output is the cause, if it ended first.
    await finished.catch((cause: unknown) => {
      throw signal?.aborted ? new Error('Stopped: no backup was written') : cause
    })
    throw problem
  }
}

const jsonOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)

type AddEntry = (name: string, content: Buffer | Readable, bytes?: number) => Promise<Entry>

/** Adds one entry and waits until it was taken, so that no more than one is in memory. */
async function addEntry(
  tar: ReturnType<typeof pack>,
  name: string,
  content: Buffer | Readable,
  bytes = (content as Buffer).length,
): Promise<Entry> {
  const sha256 = createHash('sha256')
  let written = 0
  const entry = tar.entry({ name, size: bytes, mode: 0o600 })
  entry.on('error', () => undefined)
  for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
    sha256.update(chunk as Buffer)
    written += (chunk as Buffer).length
    if (written > bytes) break
    if (!entry.write(chunk)) await eventOf(entry, 'drain')
  }
  if (written !== bytes) throw new Error(`${name} changed while it was read`)
  entry.end(null)
  await eventOf(entry, 'finish')
  return { name, bytes, sha256: sha256.digest('hex') }
}

async function writeTables(snapshot: Snapshot, add: AddEntry, say: Job['say']): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of snapshot.header.tables) {
    const began = performance.now()
    const n = (await snapshot.copyOut(table, (chunks) => writePieces(table, chunks, add))) ?? 0
    rows[table.name] = n
    if (n >= 10_000) say(`  ${table.name}: ${n.toLocaleString('en')} rows, ${secondsSince(began).toFixed(1)} s`)
  }
  return rows
}

/** Returns the number of rows: every row ends with a line feed, which is written as \n inside values. */
async function writePieces(table: BackupTable, chunks: AsyncIterable<Buffer>, add: AddEntry): Promise<number> {
  let [rows, pieces, bytes] = [0, 0, 0]
  let waiting: Buffer[] = []
  const flush = async () => {
    if (bytes === 0) return
    pieces++
    await add(`database/${table.name}/${String(pieces).padStart(6, '0')}`, Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= pieceBytes) await flush()
  }
  await flush()
  return rows
}

async function writeFiles(files: FileStore, add: AddEntry, say: Job['say']) {
  const began = performance.now()
  const total = { files: 0, fileBytes: 0 }
  let indexes = 0
  let index: Entry[] = []
  const flush = async () => {
    if (index.length === 0) return
    indexes++
    await add(`index/${String(indexes).padStart(6, '0')}.json`, jsonOf(index))
    index = []
  }
  for await (const { key, found } of openedAhead(files)) {
    index.push(await add(`files/${key}`, found.body, found.bytes))
    total.files++
    total.fileBytes += found.bytes
    if (index.length >= filesPerIndex) await flush()
    if (total.files % 10_000 === 0) say(`  ${counted(total.files, 'file')}, ${secondsSince(began).toFixed(1)} s`)
  }
  await flush()
  return total
}

type OpenedFile = { key: string; found: NonNullable<Awaited<ReturnType<FileStore['stream']>>> }

/** All files, some opened ahead: a store elsewhere takes longer to answer than to send a small file. */
async function* openedAhead(files: FileStore): AsyncIterable<OpenedFile> {
  const opened: { key: string; answer: ReturnType<FileStore['stream']> }[] = []
  const next = async function* (): AsyncIterable<OpenedFile> {
    const { key, answer } = opened.shift()!
    const found = await answer
    // Otherwise removed since it was listed.
    if (found) yield { key, found }
  }
  try {
    for await (const key of files.list()) {
      const answer = files.stream(key)
      // Reported when its turn comes.
      answer.catch(() => undefined)
      opened.push({ key, answer })
      if (opened.length >= filesAtOnce) yield* next()
    }
    while (opened.length > 0) yield* next()
  } finally {
    for (const { answer } of opened) (await answer.catch(() => undefined))?.body.destroy()
  }
}
