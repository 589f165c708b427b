import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { addFiles } from '#features/files/server/stored-exports.ts'
import { requesterSession } from '#features/sessions/server/requester-session.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { completeJob, type Lease } from '#kit/server/leased-queue.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { isJobOver, LeaseLost } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { sheetFormats } from '#kit/server/sheets.ts'
import { readyEmail } from './export-email.ts'
import { exportQueue } from './export-queue.ts'
import { type FileSum, joinFiles, sumOf } from './local-files.ts'
import { dictionaryOf } from './parquet-file.ts'
import { type MadePart, runMaker } from './part-maker.ts'
import { logExport } from './queue.ts'
import * as queries from './queries.ts'
import { sourcesOf } from './sources.ts'

export type Making = {
  job: queries.ClaimedExport
  lease: Lease
  /** A folder of its own for files on the way. */
  folder: string
  session: Session
  signal: AbortSignal
  onRows: (done: number) => void
}

/**
 * Writes the parts that are missing, builds the files of a job from all of them and publishes these with the email, once.
 * Throws LeaseLost when the lease is lost.
 */
export async function makeFiles(app: AppContext, making: Making): Promise<void> {
  const { job } = making
  const written = await writeMissingParts(app, making)
  const parts = await queries.partsOf(app.db, job.id)
  const files = job.format === 'xlsx' ? workbooks(job, parts) : await oneFile(app, making, { parts, written })
  const done = parts.reduce((sum, { rows }) => sum + rows, 0)
  await publish(app, making, files, done)
  // The parts of a single file are in it now.
  if (job.format !== 'xlsx') for (const { key } of parts) await app.files.remove(key)
}

/** The files of the parts that this try wrote, by number. */
type WrittenParts = ReadonlyMap<number, string>

async function writeMissingParts(app: AppContext, making: Making): Promise<WrittenParts> {
  const written = new Map<number, string>()
  const { job, lease, folder, signal, onRows } = making
  const stored = await queries.partsOf(app.db, job.id)
  const last = stored.at(-1)
  if (last?.isLast) return written
  const done = stored.reduce((sum, { rows }) => sum + rows, 0)
  onRows(done)
  const { sources, extraSheet } = await sourcesOf(app.db, job)
  const start = {
    part: (last?.part ?? 0) + 1,
    source: last?.source ?? 0,
    after: last?.last ?? undefined,
    done,
  }
  const databaseUrl = app.pool.options.connectionString!
  const task = {
    is: 'parts',
    databaseUrl,
    platform: job.platform,
    format: job.format,
    folder,
    sources,
    start,
    extraSheet,
  } as const
  await runMaker(task, signal, {
    onRows,
    onPart: async (made) => {
      await storePart(app, { job, lease }, made)
      written.set(made.part, made.path)
    },
  })
  return written
}

/** Stores one part: its object first, then its row; a worker that lost the job removes its object. */
async function storePart(
  { db, files }: AppContext,
  { job, lease }: Pick<Making, 'job' | 'lease'>,
  { path, ...made }: MadePart,
): Promise<void> {
  const key = `exports/${job.id}/${newId()}.${job.format === 'xlsx' ? 'xlsx' : 'part'}`
  const { bytes, sha256 } = await sumOf(path)
  await files.putFile(key, path, mediaTypes[job.format])
  if (await queries.addPart(db, lease, { ...made, key, bytes, sha256 })) return
  await files.remove(key)
  throw new LeaseLost()
}

const mediaTypes = {
  xlsx: sheetFormats.excel.type,
  csv: sheetFormats.csv.type,
  parquet: 'application/vnd.apache.parquet',
} as const

const baseName = ({ kind, platform, startDate, endDate }: queries.ClaimedExport): string =>
  `${kind === 'bulk' ? platform : 'domain-data'}-${startDate}-to-${endDate}`

/** Every part is a workbook, numbered when there are several (G83). */
function workbooks(job: queries.ClaimedExport, parts: readonly queries.StoredPart[]): queries.NewFile[] {
  const width = Math.max(2, String(parts.length).length)
  return parts.map(({ key, bytes, sha256, rows }, index) => ({
    name: `${baseName(job)}${parts.length > 1 ? `-${String(index + 1).padStart(width, '0')}` : ''}.xlsx`,
    key,
    mediaType: mediaTypes.xlsx,
    bytes,
    rows,
    sha256,
  }))
}

type Parts = { parts: readonly queries.StoredPart[]; written: WrittenParts }

/** One CSV file, or one Parquet file with its data dictionary. */
async function oneFile(app: AppContext, making: Making, { parts, written }: Parts): Promise<queries.NewFile[]> {
  const { job, folder, signal } = making
  const rows = parts.reduce((sum, one) => sum + one.rows, 0)
  const paths = await localParts(app, making, { parts, written })
  const path = join(folder, 'file')
  const files: queries.NewFile[] = []
  const store = async (file: Pick<queries.NewFile, 'name' | 'rows' | 'mediaType'>, from: string, sum: FileSum) => {
    const key = `exports/${job.id}/${newId()}.${file.name.split('.').at(-1)!}`
    await app.files.putFile(key, from, file.mediaType)
    files.push({ ...file, ...sum, key })
  }
  const main = { name: `${baseName(job)}.${job.format}`, rows, mediaType: mediaTypes[job.format] }
  if (job.format === 'csv') {
    await store(main, path, await joinFiles(paths, path, signal))
    return files
  }
  const task = { is: 'parquet', platform: job.platform, paths, path } as const
  await runMaker(task, signal, { onRows: () => undefined, onPart: () => Promise.resolve() })
  await store(main, path, await sumOf(path))
  const dictionary = join(folder, 'dictionary')
  await writeFile(dictionary, dictionaryOf(job.platform))
  const columns = { name: `${baseName(job)}-columns.csv`, rows: 0, mediaType: mediaTypes.csv }
  await store(columns, dictionary, await sumOf(dictionary))
  return files
}

/** Paths of all parts in order: those of an earlier try are fetched from the file store. */
async function localParts(
  { files }: AppContext,
  { folder, signal }: Pick<Making, 'folder' | 'signal'>,
  { parts, written }: Parts,
): Promise<string[]> {
  const paths: string[] = []
  for (const { part, key } of parts) {
    const path = written.get(part) ?? join(folder, `stored-${part}`)
    if (!written.has(part)) {
      const found = await files.stream(key)
      if (!found) throw new Error(`Part ${part} is missing in the file store`)
      await pipeline(found.body, createWriteStream(path), { signal })
    }
    paths.push(path)
  }
  return paths
}

/** Ends the job with its files, the email and the data log in one transaction; else removes what only this try made. */
async function publish(
  app: AppContext,
  { job, lease, session }: Making,
  files: readonly queries.NewFile[],
  done: number,
): Promise<void> {
  await inTransaction(app.pool, async ({ db }) => {
    // Its links work for anybody who has them: they are not sent to a person who lost access meanwhile.
    await requesterSession(db, job.userId)
    if (!(await completeJob(db, exportQueue, lease, done))) throw new LeaseLost()
    await queries.addExportFiles(db, job.id, files)
    await addFiles(db, { bucket: app.files.bucket, userId: job.userId, files })
    await logExport(db, session, { job, files, again: false })
    const to = await addressOf(db, job.userId)
    if (to) await enqueueEmail(db, { ...readyEmail(app, job, files), to })
  }).catch(async (problem: unknown) => {
    // Of any other failure it is not known whether the transaction was committed with them.
    if (isJobOver(problem) && job.format !== 'xlsx') for (const { key } of files) await app.files.remove(key)
    throw problem
  })
}
