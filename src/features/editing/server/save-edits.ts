import { messages } from '#features/editing/messages.ts'
import { changeStagedStatuses } from '#features/findings/server/change-status.ts'
import { visible } from '#features/findings/server/visible.ts'
import { requireBrand, wrongBrandsOf } from '#features/intake/server/admit-brand.ts'
import { inThread } from '#features/intake/server/in-thread.ts'
import { problemOf, type Refusal } from '#features/intake/server/read-header.ts'
import { fieldErrors, nothingFound, type Verdict } from '#features/intake/server/report.ts'
import type { UploadDeps, Report } from '#features/intake/server/save-upload.ts'
import { addFacets, findPictures, lockBrand, stage, tidySearchIndex } from '#features/intake/server/staging-queries.ts'
import { coveredAddresses } from '#features/white-label/server/covered-addresses.ts'
import { recordData } from '#kit/server/audit.ts'
import { inTransaction, type Transaction } from '#kit/server/db.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { ownBytes } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { ReadJob, ReportJob, WrittenReport } from './edit.worker.ts'
import { conflictingAddresses, mergeStagedRows, sameLids } from './queries.ts'
import { editColumns, type EditReading } from './read-edits.ts'
import { type Meanwhile, nothingMeanwhile } from './report-edits.ts'
import { announceReview, freePassedAddresses, updateFindings, wantedStatuses } from './update-queries.ts'

/** The response of a saved edit. */
export type Updated = { message: string; updated: number }

type Edit = { reading: EditReading; platform: FindingPlatformDefinition; wrongBrands: string[] }

const thread = new URL('./edit.worker.ts', import.meta.url)

/** Rows were rejected: carries the report out of the transaction, which is rolled back. */
class Refused extends Error {
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
export async function saveEdits(deps: UploadDeps, session: Session, body: Uint8Array): Promise<Updated | Report> {
  const edit = await open(deps, body)
  const { reading, platform } = edit
  if (Object.keys(reading.refusedFields).length > 0) {
    const instead = fieldErrors(reading.refusedFields)
    const { json } = await writeReport(deps, edit, nothingFound, nothingMeanwhile, instead)
    return { status: 422, json }
  }
  try {
    await inTransaction(deps.pool, async (tx) => {
      await lockBrand(tx.db, reading.header.brandId)
      await stage(tx, platform, reading.staged, editColumns)
      const isPassedOn = await judge(tx, deps, edit)
      if (isPassedOn) await freePassedAddresses(tx.db, reading.header)
      await store(tx, session, edit)
    })
  } catch (problem) {
    if (problem instanceof Refused) return { status: 409, json: problem.json }
    throw problem
  }
  // After the commit and without waiting: the result does not depend on it.
  void tidySearchIndex(deps.db, platform).catch(deps.onUntidy)
  return { message: messages.saved, updated: reading.rows }
}

async function open(deps: UploadDeps, body: Uint8Array): Promise<Edit> {
  const bytes = ownBytes(body)
  const input: ReadJob = { body: bytes, today: deps.today() }
  const job = { file: thread, name: 'readEdits', input, moved: [bytes] }
  const reading = await inThread<EditReading | { refusal: Refusal }>(deps.threads, job)
  if ('refusal' in reading) throw problemOf(reading.refusal)
  const platform = platformOf(reading.header.platform)!
  const brand = await requireBrand(deps.db, reading.header, platform)
  return { reading, platform, wrongBrands: wrongBrandsOf(reading.brandTexts, brand) }
}

/** Locks the rows and rejects them with a report on any problem; returns whether rows pass addresses to each other. */
async function judge(tx: Transaction, deps: UploadDeps, edit: Edit): Promise<boolean> {
  const { reading, platform, wrongBrands } = edit
  const { header, named } = reading
  const { found, changed, gone, unchanged, emptied } = await mergeStagedRows(tx.db, platform, reading)
  if (found < reading.rows) throw notFound()
  const verdict: Verdict = { ...nothingFound, wrongBrands, unchanged, emptied }
  const addresses = named[platform.identity]
    ? await conflictingAddresses(tx.db, header)
    : { conflicting: '', isPassedOn: false }
  verdict.stored = addresses.conflicting
  if (platform.alsoUnique && header.checkLids) verdict.sameLids = await sameLids(tx.db, platform, reading)
  if (reading.addresses) verdict.covered = await coveredAddresses(tx.db, { ...header, addresses: reading.addresses })
  if (reading.pictures) verdict.lostPictures = await findPictures(tx.db, reading.pictures)
  const { unchanged: _, ...against } = verdict
  const isDoubtful = [...Object.values(against), changed, gone].some((one) => one.length > 0)
  if (reading.refusedRows || isDoubtful) {
    const { refused, json } = await writeReport(deps, edit, verdict, { changed, gone })
    if (refused > 0) throw new Refused(json)
  }
  return addresses.isPassedOn
}

async function store(tx: Transaction, session: Session, { reading, platform }: Edit): Promise<void> {
  const { header, named } = reading
  const { companyId, brandId } = header
  await updateFindings(tx.db, platform, { header, named, userId: session.userId })
  if (named['status']) {
    const scope = visible(platform, session, { clientCompanyId: companyId, brand: brandId })
    const wanted = wantedStatuses(platform)
    await changeStagedStatuses(tx.db, { platform, scope, actor: session, module: 'edit', wanted })
    await announceReview(tx.db, platform, header)
  }
  await addFacets(tx.db, platform, header, reading.facets)
  await recordData(tx.db, session, { type: 'update', model: platform.model, total: reading.rows, companyId })
}

function writeReport(
  deps: UploadDeps,
  { reading, platform }: Edit,
  verdict: Verdict,
  meanwhile: Meanwhile,
  instead?: ReportJob['instead'],
): Promise<WrittenReport> {
  const { outline } = reading
  const input: ReportJob = { platform: platform.value, outline, verdict, meanwhile, ...(instead && { instead }) }
  return inThread(deps.threads, { file: thread, name: 'writeReport', input })
}
