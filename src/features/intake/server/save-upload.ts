import type { Pool } from 'pg'
import { fulfilRequests } from '#features/requests/server/fulfil-requests.ts'
import { coveredAddresses } from '#features/white-label/server/covered-addresses.ts'
import { saved } from '#features/intake/messages.ts'
import { type Db, inTransaction, sql, type Transaction } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { ownBytes, type Threads } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { requireBrand, lockAndRequireBrand, wrongBrandsOf } from './require-brand.ts'
import { runInThread } from './run-in-thread.ts'
import * as queries from './queries.ts'
import { problemOf, type Refusal } from './read-header.ts'
import type { ParsedUpload } from './read-upload.ts'
import { fieldErrors, emptyCheckResult, type CheckResult } from './report.ts'
import { addFacets, findPictures, lockBrandUploads, stage, tidySearchIndex } from './staging-queries.ts'
import type { ReadJob, ReportJob } from './upload.worker.ts'

/** What saving and checking uploads depend on. */
export type UploadDeps = {
  pool: Pool
  db: Db
  threads: Threads
  /** Today in the business time zone. */
  today: () => string
  /** Called when the search index could not be tidied after an upload: searches are slower, no data is lost. */
  onTidyFailure: (problem: unknown) => void
}

export type SavedUpload = { message: string; saved: number }
/** An HTTP status and a report as JSON bytes, written in a worker thread. */
export type JsonReport = { status: number; json: Uint8Array }

const workerFile = new URL('./upload.worker.ts', import.meta.url)

/** Saves 1 to 25,000 findings, all or nothing (G68); a report if rows are rejected. Throws 400, 413, 422, 503. */
export async function saveUpload(
  deps: UploadDeps,
  session: Session,
  body: Uint8Array,
): Promise<SavedUpload | JsonReport> {
  const upload = await openUpload(deps, body)
  const { parsed, platform } = upload
  if (Object.keys(parsed.refusedFields).length > 0) return { status: 422, json: await fieldReport(deps, upload) }
  const refused = await inTransaction(deps.pool, async (tx) => {
    await lockBrandUploads(tx.db, parsed.header.brandId)
    // The brand was checked before waiting for other uploads of it, so it is checked again.
    await lockAndRequireBrand(tx.db, parsed.header, platform)
    const checkResult = await checkInDatabase(tx, upload)
    if (parsed.hasRefusedRows || hasProblems(checkResult)) throw new RowsRefused(checkResult)
    await store(tx, session, upload)
  }).catch((problem: unknown) => {
    if (problem instanceof RowsRefused) return problem.checkResult
    throw problem
  })
  if (refused) return { status: 409, json: await writeReport(deps, upload, refused) }
  // Not awaited: the upload is committed and does not depend on this.
  void tidySearchIndex(deps.db, platform).catch(deps.onTidyFailure)
  return { message: saved, saved: parsed.rows }
}

/** Reports what saving would do, without saving. Throws 400, 413, 422 for invalid header fields, 503 when busy. */
export async function checkUpload(deps: UploadDeps, body: Uint8Array): Promise<JsonReport> {
  const upload = await openUpload(deps, body)
  const checkResult = await inTransaction(deps.pool, (tx) => checkInDatabase(tx, upload))
  return { status: 200, json: await writeReport(deps, upload, checkResult) }
}

type Upload = { parsed: ParsedUpload; platform: FindingPlatformDefinition; wrongBrands: string[] }

/** Some row is rejected: carries the check result out of the transaction, which is rolled back. */
class RowsRefused extends Error {
  readonly checkResult: CheckResult
  constructor(checkResult: CheckResult) {
    super('rows refused')
    this.checkResult = checkResult
  }
}

async function openUpload(deps: UploadDeps, body: Uint8Array): Promise<Upload> {
  const bytes = ownBytes(body)
  const input: ReadJob = { body: bytes, today: deps.today() }
  const job = { file: workerFile, name: 'readUpload', input, moved: [bytes] }
  const parsed = await runInThread<ParsedUpload | { refusal: Refusal }>(deps.threads, job)
  if ('refusal' in parsed) throw problemOf(parsed.refusal)
  const platform = platformOf(parsed.header.platform)!
  const brand = await requireBrand(deps.db, parsed.header, platform)
  return { parsed, platform, wrongBrands: wrongBrandsOf(parsed.brandTexts, brand) }
}

/** Checks the rows in the database. Stages them when they name pictures, because that check needs the staged rows. */
async function checkInDatabase(tx: Transaction, { parsed, platform, wrongBrands }: Upload): Promise<CheckResult> {
  const { header, identities, lids, addresses, pictures } = parsed
  const checkResult: CheckResult = { ...emptyCheckResult, wrongBrands }
  if (identities) checkResult.stored = await queries.storedIdentities(tx.db, header, identities)
  if (lids) checkResult.lids = await queries.storedLids(tx.db, platform, header, lids)
  if (addresses) checkResult.whiteListed = await coveredAddresses(tx.db, { ...header, addresses })
  if (!pictures) return checkResult
  await stage(tx, platform, parsed.staged)
  checkResult.missingPictures = await findPictures(tx.db, pictures)
  return checkResult
}

const hasProblems = (checkResult: CheckResult): boolean => Object.values(checkResult).some((found) => found.length > 0)

async function store(tx: Transaction, session: Session, upload: Upload): Promise<void> {
  const { parsed, platform, wrongBrands } = upload
  const { header } = parsed
  const { userId, username } = session
  const employeeCode = await queries.employeeCodeOf(tx.db, userId)
  if (!parsed.pictures) await stage(tx, platform, parsed.staged)
  const { client } = tx
  await client.query('savepoint inserting')
  const stored = await queries.insertFindings(tx.db, platform, header, { userId, employeeCode })
  if (stored < parsed.rows) {
    // Another transaction stored one of these between check and insert. The unique index caught it; check again.
    await client.query('rollback to savepoint inserting')
    const found = parsed.identities ? await queries.storedIdentities(tx.db, header, parsed.identities) : ''
    throw new RowsRefused({ ...emptyCheckResult, wrongBrands, stored: found, unexplained: found === '' ? 'all' : '' })
  }
  await queries.insertDetails(tx.db, platform, header, { userId, username })
  await addFacets(tx.db, platform, header, parsed.facets)
  const { companyId } = header
  await queries.logUpload(tx.db, { userId, model: platform.model, total: parsed.rows, companyId })
  await queries.enqueueFindingsAdded(tx.db, platform, header)
  await fulfilRequests(tx.db, session, { ...header, platform: platform.value }, sql`staged`)
}

function writeReport(deps: UploadDeps, { parsed, platform }: Upload, checkResult: CheckResult): Promise<Uint8Array> {
  const input: ReportJob = { platform: platform.value, outline: parsed.outline, checkResult }
  return runInThread(deps.threads, { file: workerFile, name: 'writeReport', input })
}

/** The 422 report for invalid reason codes, priorities and statuses: the fields and the cells. */
async function fieldReport(deps: UploadDeps, upload: Upload): Promise<Uint8Array> {
  const input: ReportJob = {
    platform: upload.platform.value,
    outline: upload.parsed.outline,
    checkResult: { ...emptyCheckResult, wrongBrands: upload.wrongBrands },
    overrides: fieldErrors(upload.parsed.refusedFields),
  }
  return runInThread(deps.threads, { file: workerFile, name: 'writeReport', input })
}
