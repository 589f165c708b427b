import { messages } from '#features/editing/messages.ts'
import { changeStagedStatuses } from '#features/findings/server/change-status.ts'
import { visible } from '#features/findings/server/visible.ts'
import { requireBrand, wrongBrandsOf } from '#features/intake/server/require-brand.ts'
import { runInThread } from '#features/intake/server/run-in-thread.ts'
import { problemOf, type Refusal } from '#features/intake/server/read-header.ts'
import { fieldErrors, emptyCheckResult, type CheckResult } from '#features/intake/server/report.ts'
import type { UploadDeps, JsonReport } from '#features/intake/server/save-upload.ts'
import {
  addFacets,
  findPictures,
  lockBrandUploads,
  stage,
  tidySearchIndex,
} from '#features/intake/server/staging-queries.ts'
import { coveredAddresses } from '#features/white-label/server/covered-addresses.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { inTransaction, type Transaction } from '#kit/server/db.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { ownBytes } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { ReadJob, ReportJob, WrittenReport } from './edit.worker.ts'
import { conflictingAddresses, mergeStagedRows, sameLids } from './queries.ts'
import { editColumns, type ParsedEdit } from './read-edits.ts'
import { type Conflicts, noConflicts } from './report-edits.ts'
import { announceReview, freePassedAddresses, updateFindings, wantedStatuses } from './update-queries.ts'

/** The response of a saved edit. */
export type Updated = { message: string; updated: number }

type Edit = { parsed: ParsedEdit; platform: FindingPlatformDefinition; wrongBrands: string[] }

const thread = new URL('./edit.worker.ts', import.meta.url)

/** Rows were rejected: carries the report out of the transaction, which is rolled back. */
class RowsRefused extends Error {
  readonly json: Uint8Array
  constructor(json: Uint8Array) {
    super('rows refused')
    this.json = json
  }
}

/**
 * Saves changes of 1 to 25,000 findings, all or nothing; columns a row omits stay unchanged. Returns a report instead
 * when a row is rejected or somebody else saved it since it was fetched; throws 400, 404, 413, 422, 503.
 */
export async function saveEdits(deps: UploadDeps, session: Session, body: Uint8Array): Promise<Updated | JsonReport> {
  const edit = await parseEdit(deps, body)
  const { parsed, platform } = edit
  if (Object.keys(parsed.refusedFields).length > 0) {
    const overrides = fieldErrors(parsed.refusedFields)
    const { json } = await writeReport(deps, edit, emptyCheckResult, noConflicts, overrides)
    return { status: 422, json }
  }
  try {
    await inTransaction(deps.pool, async (tx) => {
      await lockBrandUploads(tx.db, parsed.header.brandId)
      await stage(tx, platform, parsed.staged, editColumns)
      const isPassedOn = await checkAgainstStored(tx, deps, edit)
      if (isPassedOn) await freePassedAddresses(tx.db, parsed.header)
      await storeEdit(tx, session, edit)
    })
  } catch (problem) {
    if (problem instanceof RowsRefused) return { status: 409, json: problem.json }
    throw problem
  }
  // After the commit and without waiting: the result does not depend on it.
  void tidySearchIndex(deps.db, platform).catch(deps.onTidyFailure)
  return { message: messages.saved, updated: parsed.rows }
}

async function parseEdit(deps: UploadDeps, body: Uint8Array): Promise<Edit> {
  const bytes = ownBytes(body)
  const input: ReadJob = { body: bytes, today: deps.today() }
  const job = { file: thread, name: 'readEdits', input, moved: [bytes] }
  const parsed = await runInThread<ParsedEdit | { refusal: Refusal }>(deps.threads, job)
  if ('refusal' in parsed) throw problemOf(parsed.refusal)
  const platform = platformOf(parsed.header.platform)!
  const brand = await requireBrand(deps.db, parsed.header, platform)
  return { parsed, platform, wrongBrands: wrongBrandsOf(parsed.brandTexts, brand) }
}

/** Locks the rows and rejects them with a report on any problem; returns whether rows pass addresses to each other. */
async function checkAgainstStored(tx: Transaction, deps: UploadDeps, edit: Edit): Promise<boolean> {
  const { parsed, platform, wrongBrands } = edit
  const { header, namedColumns } = parsed
  const { found, changed, gone, unchanged, emptied } = await mergeStagedRows(tx.db, platform, parsed)
  if (found < parsed.rows) throw notFound()
  const checkResult: CheckResult = { ...emptyCheckResult, wrongBrands, unchanged, clearedPictures: emptied }
  const addresses = namedColumns[platform.identity]
    ? await conflictingAddresses(tx.db, header)
    : { conflicting: '', isPassedOn: false }
  checkResult.stored = addresses.conflicting
  if (platform.alsoUnique && header.checkLids) checkResult.takenLids = await sameLids(tx.db, platform, parsed)
  if (parsed.addresses)
    checkResult.whiteListed = await coveredAddresses(tx.db, { ...header, addresses: parsed.addresses })
  if (parsed.pictures) checkResult.missingPictures = await findPictures(tx.db, parsed.pictures)
  const { unchanged: _, ...blocking } = checkResult
  const hasProblems = [...Object.values(blocking), changed, gone].some((one) => one.length > 0)
  if (parsed.hasRefusedRows || hasProblems) {
    const { refused, json } = await writeReport(deps, edit, checkResult, { changed, gone })
    if (refused > 0) throw new RowsRefused(json)
  }
  return addresses.isPassedOn
}

async function storeEdit(tx: Transaction, session: Session, { parsed, platform }: Edit): Promise<void> {
  const { header, namedColumns } = parsed
  const { companyId, brandId } = header
  await updateFindings(tx.db, platform, { header, namedColumns, userId: session.userId })
  if (namedColumns['status']) {
    const scope = visible(platform, session, { clientCompanyId: companyId, brand: brandId })
    const wanted = wantedStatuses(platform)
    await changeStagedStatuses(tx.db, { platform, scope, actor: session, module: 'edit', wanted })
    await announceReview(tx.db, platform, header)
  }
  await addFacets(tx.db, platform, header, parsed.facets)
  await logDataChange(tx.db, session, { type: 'update', model: platform.model, total: parsed.rows, companyId })
}

function writeReport(
  deps: UploadDeps,
  { parsed, platform }: Edit,
  checkResult: CheckResult,
  conflicts: Conflicts,
  overrides?: ReportJob['overrides'],
): Promise<WrittenReport> {
  const { outline } = parsed
  const input: ReportJob = {
    platform: platform.value,
    outline,
    checkResult,
    conflicts,
    ...(overrides && { overrides }),
  }
  return runInThread(deps.threads, { file: thread, name: 'writeReport', input })
}
