import type { Pool } from 'pg'
import { fulfilRequests } from '#features/requests/server/fulfil-requests.ts'
import { coveredAddresses } from '#features/white-label/server/covered-addresses.ts'
import { saved } from '#features/intake/messages.ts'
import { type Db, inTransaction, sql, type Transaction } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { ownBytes, type Threads } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { requireBrand, lockAndRequireBrand, wrongBrandsOf } from './admit-brand.ts'
import { inThread } from './in-thread.ts'
import * as queries from './queries.ts'
import { problemOf, type Refusal } from './read-header.ts'
import type { UploadReading } from './read-upload.ts'
import { fieldErrors, nothingFound, type Verdict } from './report.ts'
import { addFacets, findPictures, lockBrand, stage, tidySearchIndex } from './staging-queries.ts'
import type { ReadJob, ReportJob } from './upload.worker.ts'

/** What saving and checking uploads depend on. */
export type UploadDeps = {
  pool: Pool
  db: Db
  threads: Threads
  /** Today in the business time zone. */
  today: () => string
  /** Called when the search index could not be tidied after an upload: searches are slower, no data is lost. */
  onUntidy: (problem: unknown) => void
}

export type Saved = { message: string; saved: number }
/** An HTTP status and a report as JSON bytes, written in a worker thread. */
export type Report = { status: number; json: Uint8Array }

const thread = new URL('./upload.worker.ts', import.meta.url)

/** Saves 1 to 25,000 findings, all or nothing (G68); a report if rows are rejected. Throws 400, 413, 422, 503. */
export async function saveUpload(deps: UploadDeps, session: Session, body: Uint8Array): Promise<Saved | Report> {
  const upload = await open(deps, body)
  const { reading, platform } = upload
  if (Object.keys(reading.refusedFields).length > 0) return { status: 422, json: await fieldReport(deps, upload) }
  const refused = await inTransaction(deps.pool, async (tx) => {
    await lockBrand(tx.db, reading.header.brandId)
    // The brand was checked before waiting for other uploads of it, so it is checked again.
    await lockAndRequireBrand(tx.db, reading.header, platform)
    const verdict = await judge(tx, upload)
    if (reading.refusedRows || isRefusing(verdict)) throw new Refused(verdict)
    await store(tx, session, upload)
  }).catch((problem: unknown) => {
    if (problem instanceof Refused) return problem.verdict
    throw problem
  })
  if (refused) return { status: 409, json: await writeReport(deps, upload, refused) }
  // Not awaited: the upload is committed and does not depend on this.
  void tidySearchIndex(deps.db, platform).catch(deps.onUntidy)
  return { message: saved, saved: reading.rows }
}

/** Reports what saving would do, without saving. Throws 400, 413, 422 for invalid header fields, 503 when busy. */
export async function checkUpload(deps: UploadDeps, body: Uint8Array): Promise<Report> {
  const upload = await open(deps, body)
  const verdict = await inTransaction(deps.pool, (tx) => judge(tx, upload))
  return { status: 200, json: await writeReport(deps, upload, verdict) }
}

type Upload = { reading: UploadReading; platform: FindingPlatformDefinition; wrongBrands: string[] }

/** Some row is rejected: carries the check result out of the transaction, which is rolled back. */
class Refused extends Error {
  readonly verdict: Verdict
  constructor(verdict: Verdict) {
    super('rows refused')
    this.verdict = verdict
  }
}

async function open(deps: UploadDeps, body: Uint8Array): Promise<Upload> {
  const bytes = ownBytes(body)
  const input: ReadJob = { body: bytes, today: deps.today() }
  const job = { file: thread, name: 'readUpload', input, moved: [bytes] }
  const reading = await inThread<UploadReading | { refusal: Refusal }>(deps.threads, job)
  if ('refusal' in reading) throw problemOf(reading.refusal)
  const platform = platformOf(reading.header.platform)!
  const brand = await requireBrand(deps.db, reading.header, platform)
  return { reading, platform, wrongBrands: wrongBrandsOf(reading.brandTexts, brand) }
}

/** Checks the rows in the database. Stages them when they name pictures, because that check needs the staged rows. */
async function judge(tx: Transaction, { reading, platform, wrongBrands }: Upload): Promise<Verdict> {
  const { header, identities, lids, addresses, pictures } = reading
  const verdict: Verdict = { ...nothingFound, wrongBrands }
  if (identities) verdict.stored = await queries.storedIdentities(tx.db, header, identities)
  if (lids) verdict.lids = await queries.storedLids(tx.db, platform, header, lids)
  if (addresses) verdict.covered = await coveredAddresses(tx.db, { ...header, addresses })
  if (!pictures) return verdict
  await stage(tx, platform, reading.staged)
  verdict.lostPictures = await findPictures(tx.db, pictures)
  return verdict
}

const isRefusing = (verdict: Verdict): boolean => Object.values(verdict).some((found) => found.length > 0)

async function store(tx: Transaction, session: Session, upload: Upload): Promise<void> {
  const { reading, platform, wrongBrands } = upload
  const { header } = reading
  const { userId, username } = session
  const employeeCode = await queries.employeeCodeOf(tx.db, userId)
  if (!reading.pictures) await stage(tx, platform, reading.staged)
  const { client } = tx
  await client.query('savepoint inserting')
  const stored = await queries.insertFindings(tx.db, platform, header, { userId, employeeCode })
  if (stored < reading.rows) {
    // Another transaction stored one of these between check and insert. The unique index caught it; check again.
    await client.query('rollback to savepoint inserting')
    const found = reading.identities ? await queries.storedIdentities(tx.db, header, reading.identities) : ''
    throw new Refused({ ...nothingFound, wrongBrands, stored: found, unexplained: found === '' ? 'all' : '' })
  }
  await queries.insertDetails(tx.db, platform, header, { userId, username })
  await addFacets(tx.db, platform, header, reading.facets)
  const { companyId } = header
  await queries.logUpload(tx.db, { userId, model: platform.model, total: reading.rows, companyId })
  await queries.announceAwaiting(tx.db, platform, header)
  await fulfilRequests(tx.db, session, { ...header, platform: platform.value }, sql`staged`)
}

function writeReport(deps: UploadDeps, { reading, platform }: Upload, verdict: Verdict): Promise<Uint8Array> {
  const input: ReportJob = { platform: platform.value, outline: reading.outline, verdict }
  return inThread(deps.threads, { file: thread, name: 'writeReport', input })
}

/** The 422 report for invalid reason codes, priorities and statuses: the fields and the cells. */
async function fieldReport(deps: UploadDeps, upload: Upload): Promise<Uint8Array> {
  const input: ReportJob = {
    platform: upload.platform.value,
    outline: upload.reading.outline,
    verdict: { ...nothingFound, wrongBrands: upload.wrongBrands },
    instead: fieldErrors(upload.reading.refusedFields),
  }
  return inThread(deps.threads, { file: thread, name: 'writeReport', input })
}
