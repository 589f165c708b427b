import { saved } from '#features/intake/messages.ts'
import { rememberSavedBatch } from '#features/findings/server/saved-batches.ts'
import { fulfilRequests } from '#features/requests/server/fulfil-requests.ts'
import { type CheckResult, emptyCheckResult, hasRefusals } from '#features/staging-rows/server/check-result.ts'
import {
  type JsonReport,
  type OpenedRows,
  openRows,
  type ParsedBody,
  type RowsDeps,
} from '#features/staging-rows/server/open-rows.ts'
import { fieldErrors } from '#features/staging-rows/server/report.ts'
import { lockAndRequireBrand, requireBrand } from '#features/staging-rows/server/require-brand.ts'
import {
  addFacets,
  lockBrandUploads,
  resolveStagedPictures,
  stageRows,
  startTidyingSearchIndex,
} from '#features/staging-rows/server/stage-rows.ts'
import type { ReportJob } from '#features/staging-rows/server/worker-results.ts'
import type { StatusOption } from '#features/staging-rows/server/read-row.ts'
import { coveredAddresses } from '#features/white-label/server/covered-addresses.ts'
import { inLongTransaction, sql, type Transaction } from '#kit/server/db.ts'
import { type LogModule, logDataChange } from '#kit/server/audit.ts'
import { uploadedRows } from '#kit/server/metrics.ts'
import { runInThread } from '#kit/server/run-in-thread.ts'
import type { Session } from '#kit/server/session.ts'
import { countedSubject } from '#vocabulary/data-log.ts'
import * as queries from './queries.ts'

type Upload = OpenedRows<ParsedBody>
/** How many findings were saved, all of them new, and the batch that lists them. */
export type SavedUpload = { message: string; saved: number; batch: string }

const workerFile = new URL('./upload.worker.ts', import.meta.url)

/** Where the rows of an upload come from, and what else is done in its transaction. */
export type UploadSource = StatusOption & {
  module: LogModule
  /** Before the rows are checked; what it throws ends the upload. */
  begin?: (tx: Transaction) => Promise<void>
  /** After they are stored, with the batch that lists them. */
  finish?: (tx: Transaction, batch: string) => Promise<void>
}

/** Saves 1 to 25,000 findings, all or nothing (G68); a report if rows are rejected. Throws 400, 413, 422, 503. */
export async function saveUpload(
  deps: RowsDeps,
  session: Session,
  body: Uint8Array,
  source: UploadSource = { module: 'upload' },
): Promise<SavedUpload | JsonReport> {
  const upload = await openUpload(deps, body, source)
  const { parsed } = upload
  if (Object.keys(parsed.refusedFields).length > 0) {
    const checkResult = { ...emptyCheckResult, wrongBrands: upload.wrongBrands }
    return { status: 422, json: await writeReport(deps, upload, checkResult, fieldErrors(parsed.refusedFields)) }
  }
  const outcome = await saveParsed(deps, session, upload, source)
  if ('refused' in outcome) return { status: 409, json: await writeReport(deps, upload, outcome.refused) }
  return { message: saved, saved: parsed.rows, ...outcome }
}

/**
 * Saves parsed rows as findings in one transaction, with everything that follows from it: counters, logs, notifications,
 * requests. Returns their batch, or the check result when some row is rejected; then nothing is stored.
 */
export async function saveParsed(
  deps: Pick<RowsDeps, 'pool' | 'db' | 'onTidyFailure'>,
  session: Session,
  upload: Upload,
  source: UploadSource,
): Promise<{ batch: string } | { refused: CheckResult }> {
  const { parsed, platform } = upload
  const outcome = await inLongTransaction(deps.pool, async (tx) => {
    await lockBrandUploads(tx.db, parsed.header.brandId)
    await source.begin?.(tx)
    // The brand was checked before waiting for other uploads of it, so it is checked again.
    await lockAndRequireBrand(tx.db, session, parsed.header, platform)
    const { checkResult, isStaged } = await checkAndStageIfPictured(tx, upload)
    if (hasRefusals(parsed, checkResult)) throw new RowsRefused(checkResult)
    if (!isStaged) await stageRows(tx, upload)
    const batch = await storeStaged(tx, session, upload, source.module)
    await source.finish?.(tx, batch)
    return { batch }
  }).catch((problem: unknown) => {
    if (problem instanceof RowsRefused) return { refused: problem.checkResult }
    throw problem
  })
  if ('refused' in outcome) return outcome
  startTidyingSearchIndex(deps, platform)
  uploadedRows.inc(parsed.rows)
  return outcome
}

/** Reports what saving would do, without saving. Throws 400, 413, 422 for invalid header fields, 503 when busy. */
export async function checkUpload(deps: RowsDeps, body: Uint8Array): Promise<JsonReport> {
  const upload = await openUpload(deps, body)
  const { checkResult } = await inLongTransaction(deps.pool, (tx) => checkAndStageIfPictured(tx, upload))
  return { status: 200, json: await writeReport(deps, upload, checkResult) }
}

/** Some row is rejected: carries the check result out of the transaction, which is rolled back. */
class RowsRefused extends Error {
  readonly checkResult: CheckResult
  constructor(checkResult: CheckResult) {
    super('rows refused')
    this.checkResult = checkResult
  }
}

const openUpload = (deps: RowsDeps, body: Uint8Array, options?: StatusOption): Promise<Upload> =>
  openRows<ParsedBody>(deps, { file: workerFile, name: 'readUpload' }, body, options)

/** A finished check, and whether it staged the rows. */
type Checked = { checkResult: CheckResult; isStaged: boolean }

/** Checks the rows in the database. Stages them first if they name pictures: that check reads the staged rows. */
async function checkAndStageIfPictured(tx: Transaction, upload: Upload): Promise<Checked> {
  const checkResult = await checkAgainstStored(tx, upload)
  if (upload.parsed.pictures === null) return { checkResult, isStaged: false }
  await stageRows(tx, upload)
  const missingPictures = await resolveStagedPictures(tx.db, upload.parsed)
  return { checkResult: { ...checkResult, missingPictures }, isStaged: true }
}

/** The checks that need no staged rows: stored addresses and listing ids, and white lists. */
async function checkAgainstStored(
  { db }: Transaction,
  { parsed, platform, wrongBrands }: Upload,
): Promise<CheckResult> {
  const { header, identities, lids, addresses } = parsed
  return {
    ...emptyCheckResult,
    wrongBrands,
    stored: identities ? await queries.storedIdentities(db, header, identities) : '',
    lids: lids ? await queries.storedLids(db, platform, header, lids) : '',
    whiteListed: addresses ? await coveredAddresses(db, { ...header, addresses }) : '',
  }
}

/** Stores the staged rows as findings and returns their batch. Throws RowsRefused when another transaction has just stored one of them. */
async function storeStaged(tx: Transaction, session: Session, upload: Upload, module: LogModule): Promise<string> {
  const { parsed, platform, wrongBrands } = upload
  const { header } = parsed
  const { userId, username } = session
  const employeeCode = await queries.employeeCodeOf(tx.db, userId)
  const { client } = tx
  await client.query('savepoint inserting')
  const stored = await queries.insertFindings(tx.db, platform, header, { userId, employeeCode })
  if (stored < parsed.rows) {
    // Another transaction stored one of these between check and insert. The unique index caught it; check again.
    await client.query('rollback to savepoint inserting')
    const found = parsed.identities ? await queries.storedIdentities(tx.db, header, parsed.identities) : ''
    throw new RowsRefused({ ...emptyCheckResult, wrongBrands, stored: found, unexplained: found === '' })
  }
  await queries.insertDetails(tx.db, platform, header, { by: { userId, username }, module })
  await addFacets(tx.db, upload)
  const { companyId } = header
  const brand = await requireBrand(tx.db, header, platform)
  await logDataChange(tx.db, session, {
    type: 'add',
    model: platform.model,
    total: parsed.rows,
    subject: countedSubject(parsed.rows, platform.title, brand.name),
    companyId,
  })
  await queries.enqueueFindingsAdded(tx.db, platform, header)
  await fulfilRequests(tx.db, session, { ...header, platform: platform.value }, sql`staged`)
  return rememberSavedBatch(tx.db, { companyId, userId })
}

function writeReport(
  { threads, gone }: RowsDeps,
  { parsed, platform }: Upload,
  checkResult: CheckResult,
  overrides?: ReportJob['overrides'],
): Promise<Uint8Array> {
  const input: ReportJob = { platform: platform.value, outline: parsed.outline, checkResult, overrides }
  return runInThread(threads, { file: workerFile, name: 'writeReport', input, signal: gone })
}
