import { messages } from '#features/editing/messages.ts'
import { changeStagedStatuses } from '#features/findings/server/change-status.ts'
import { maxNamed, notifyFindingsChanged } from '#features/findings/server/live.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { rememberSavedBatch } from '#features/findings/server/saved-batches.ts'
import { visible } from '#features/findings/server/visible.ts'
import { type CheckResult, emptyCheckResult, hasRefusals } from '#features/staging-rows/server/check-result.ts'
import { type JsonReport, type OpenedRows, openRows, type RowsDeps } from '#features/staging-rows/server/open-rows.ts'
import { fieldErrors } from '#features/staging-rows/server/report.ts'
import { lockAndRequireBrand } from '#features/staging-rows/server/require-brand.ts'
import {
  addFacets,
  lockBrandUploads,
  resolveStagedPictures,
  stageRows,
  startTidyingSearchIndex,
} from '#features/staging-rows/server/stage-rows.ts'
import { coveredAddresses } from '#features/white-label/server/covered-addresses.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { inLongTransaction, type Transaction } from '#kit/server/db.ts'
import { notFound } from '#kit/server/problem.ts'
import { runInThread } from '#kit/server/run-in-thread.ts'
import type { Session } from '#kit/server/session.ts'
import { spelledOut } from '#vocabulary/data-log.ts'
import type { EditReportJob, WrittenReport } from './edit.worker.ts'
import { conflictingAddresses, firstMerged, mergeStagedRows, type MergeResult, sameLids } from './queries.ts'
import { editColumns, type ParsedEdit } from './read-edits.ts'
import { logEdits } from './log-edits.ts'
import { type Conflicts, noConflicts } from './report-edits.ts'
import {
  announceAddresses,
  announceStatuses,
  freePassedAddresses,
  updateFindings,
  wantedStatuses,
} from './update-queries.ts'

/** The response of a saved edit. */
export type Updated = { message: string; updated: number; batch: string }

type Edit = OpenedRows<ParsedEdit>

const workerFile = new URL('./edit.worker.ts', import.meta.url)

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
export async function saveEdits(deps: RowsDeps, session: Session, body: Uint8Array): Promise<Updated | JsonReport> {
  const edit = await openRows<ParsedEdit>(deps, { file: workerFile, name: 'readEdits' }, body)
  const { parsed, platform } = edit
  if (Object.keys(parsed.refusedFields).length > 0) {
    const overrides = fieldErrors(parsed.refusedFields)
    const { json } = await writeReport(deps, edit, emptyCheckResult, noConflicts, overrides)
    return { status: 422, json }
  }
  let batch: string
  try {
    batch = await inLongTransaction(deps.pool, async (tx) => {
      await lockBrandUploads(tx.db, parsed.header.brandId)
      // The brand was checked before waiting for other saves of it, so it is checked again.
      await lockAndRequireBrand(tx.db, session, parsed.header, platform)
      await stageRows(tx, edit, editColumns)
      const isPassedOn = await checkStaged(tx, deps, edit)
      if (isPassedOn) await freePassedAddresses(tx.db, parsed.header)
      return storeEdit(tx, session, edit)
    })
  } catch (problem) {
    if (problem instanceof RowsRefused) return { status: 409, json: problem.json }
    throw problem
  }
  startTidyingSearchIndex(deps, platform)
  return { message: messages.saved, updated: parsed.rows, batch }
}

/**
 * Locks the findings of the staged rows and rejects the rows with a report on any problem; returns whether rows pass
 * addresses to each other.
 */
async function checkStaged(tx: Transaction, deps: RowsDeps, edit: Edit): Promise<boolean> {
  const { parsed, platform } = edit
  const merged = await mergeStagedRows(tx.db, platform, parsed)
  if (merged.found < parsed.rows) throw notFound()
  const { conflicting, isPassedOn } = parsed.namedColumns[platform.identity]
    ? await conflictingAddresses(tx.db, parsed.header)
    : { conflicting: '', isPassedOn: false }
  const checkResult = { ...(await checkMerged(tx, edit, merged)), stored: conflicting }
  const { changed, gone } = merged
  if (hasRefusals(parsed, checkResult) || changed !== '' || gone !== '') {
    const { refused, json } = await writeReport(deps, edit, checkResult, { changed, gone })
    if (refused > 0) throw new RowsRefused(json)
  }
  return isPassedOn
}

/** All checks but that of new addresses. Gives staged rows the stored pictures that they name. */
async function checkMerged(
  { db }: Transaction,
  { parsed, platform, wrongBrands }: Edit,
  { unchanged, emptied }: MergeResult,
): Promise<CheckResult> {
  const { header, addresses } = parsed
  return {
    ...emptyCheckResult,
    wrongBrands,
    unchanged,
    clearedPictures: emptied,
    takenLids: platform.alsoUnique && header.checkLids ? await sameLids(db, platform, parsed) : '',
    whiteListed: addresses ? await coveredAddresses(db, { ...header, addresses }) : '',
    missingPictures: await resolveStagedPictures(db, parsed),
  }
}

/** Stores the changes and returns the batch of the changed findings. */
async function storeEdit(tx: Transaction, session: Session, edit: Edit): Promise<string> {
  const { parsed, platform } = edit
  const { header, namedColumns } = parsed
  const { companyId, brandId } = header
  await logEdits(tx.db, platform, { header, namedColumns, userId: session.userId })
  await updateFindings(tx.db, platform, { header, namedColumns, userId: session.userId })
  if (namedColumns[platform.identity]) await announceAddresses(tx.db, platform, header)
  if (namedColumns['status']) {
    const scope = visible(platform, session, { clientCompanyId: companyId, brand: brandId })
    const wanted = wantedStatuses(platform)
    await changeStagedStatuses(tx.db, { platform, scope, actor: session, module: 'edit', wanted })
    await announceStatuses(tx.db, platform, header)
  }
  await addFacets(tx.db, edit)
  // One more than an event can name stands for any.
  const findingIds = await firstMerged(tx.db, maxNamed + 1)
  await notifyFindingsChanged(tx.db, { platform: platform.value, brandId, findingIds })
  await logDataChange(tx.db, session, {
    type: 'update',
    model: platform.model,
    total: parsed.rows,
    ...(await loggedFindings(tx.db, findingIds.slice(0, spelledOut), parsed.rows)),
    companyId,
  })
  return rememberSavedBatch(tx.db, { companyId, userId: session.userId })
}

function writeReport(
  { threads, gone }: RowsDeps,
  { parsed, platform }: Edit,
  checkResult: CheckResult,
  conflicts: Conflicts,
  overrides?: EditReportJob['overrides'],
): Promise<WrittenReport> {
  const { outline } = parsed
  const input: EditReportJob = { platform: platform.value, outline, checkResult, conflicts, overrides }
  return runInThread(threads, { file: workerFile, name: 'writeReport', input, signal: gone })
}
