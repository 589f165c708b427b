import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { addFiles } from '#features/files/server/stored-exports.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { completeJob, type Lease } from '#kit/server/leased-queue.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { LeaseLost } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { sheetFormats } from '#kit/server/sheets.ts'
import { readyEmail } from './export-email.ts'
import { exportQueue } from './export-queue.ts'
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
  await writeMissingParts(app, making)
  const parts = await queries.partsOf(app.db, job.id)
  const files = job.format === 'xlsx' ? workbooks(job, parts) : await oneFile(app, making, parts)
  const done = parts.reduce((sum, { rows }) => sum + rows, 0)
  await publish(app, making, files, done)
  // The parts of a single file are in it now.
  if (job.format !== 'xlsx') for (const { key } of parts) await app.files.remove(key)
}

async function writeMissingParts(app: AppContext, making: Making): Promise<void> {
  const { job, lease, folder, signal, onRows } = making
  const stored = await queries.partsOf(app.db, job.id)
  const last = stored.at(-1)
  if (last?.isLast) return
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
    onPart: (made) => storePart(app, { job, lease }, made),
  })
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

/** One CSV file, or one Parquet file with its data dictionary. */
async function oneFile(
  app: AppContext,
  { job, folder, signal }: Making,
  parts: readonly queries.StoredPart[],
): Promise<queries.NewFile[]> {
  const rows = parts.reduce((sum, one) => sum + one.rows, 0)
  const path = join(folder, 'file')
  const local = await fetchParts(app, { folder, signal, parts, joined: job.format === 'csv' ? path : undefined })
  if (job.format === 'parquet') {
    const task = { is: 'parquet', platform: job.platform, paths: local, path } as const
    await runMaker(task, signal, { onRows: () => undefined, onPart: () => Promise.resolve() })
  }
  const made = [{ name: `${baseName(job)}.${job.format}`, path, mediaType: mediaTypes[job.format], rows }]
  if (job.format === 'parquet') {
    const dictionary = join(folder, 'dictionary')
    await writeFile(dictionary, dictionaryOf(job.platform))
    made.push({ name: `${baseName(job)}-columns.csv`, path: dictionary, mediaType: mediaTypes.csv as never, rows: 0 })
  }
  const files: queries.NewFile[] = []
  for (const { path: from, ...file } of made) {
    const key = `exports/${job.id}/${newId()}.${file.name.split('.').at(-1)!}`
    const sums = await sumOf(from)
    await app.files.putFile(key, from, file.mediaType)
    files.push({ ...file, ...sums, key })
  }
  return files
}

/** Copies stored parts into the folder: joined into one file, or one file each. Returns the paths. */
async function fetchParts(
  { files }: AppContext,
  {
    folder,
    signal,
    parts,
    joined,
  }: { folder: string; signal: AbortSignal; parts: readonly queries.StoredPart[]; joined: string | undefined },
): Promise<string[]> {
  const paths: string[] = []
  for (const { part, key } of parts) {
    const found = await files.stream(key)
    if (!found) throw new Error(`Part ${part} is missing in the file store`)
    const path = joined ?? join(folder, `stored-${part}`)
    await pipeline(found.body, createWriteStream(path, { flags: joined ? 'a' : 'w' }), { signal })
    paths.push(path)
  }
  return paths
}

async function sumOf(path: string): Promise<{ bytes: number; sha256: Buffer }> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return { bytes: (await stat(path)).size, sha256: sum.digest() }
}

/** Ends the job with its files, the email and the data log in one transaction; else removes what only this try made. */
async function publish(
  app: AppContext,
  { job, lease, session }: Making,
  files: readonly queries.NewFile[],
  done: number,
): Promise<void> {
  const isPublished = await inTransaction(app.pool, async ({ db }) => {
    if (!(await completeJob(db, exportQueue, lease, done))) return false
    await queries.addExportFiles(db, job.id, files)
    await addFiles(db, { bucket: app.files.bucket, userId: job.userId, files })
    await logExport(db, session, { platform: job.platform, companyId: job.companyId, records: done })
    const to = await addressOf(db, job.userId)
    if (to) await enqueueEmail(db, { ...readyEmail(app, job, files), to })
    return true
  })
  if (isPublished) return
  if (job.format !== 'xlsx') for (const { key } of files) await app.files.remove(key)
  throw new LeaseLost()
}
