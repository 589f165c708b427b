import type { Pool } from 'pg'
import { messages } from '#features/enforcement/messages.ts'
import { readingLimit, sheetTexts } from '#columns/sheet-unreadable.ts'
import { checkBrandAndPlatform } from '#features/enforcement-config/server/read-draft.ts'
import { visible } from '#features/findings/server/visible.ts'
import { type Db, inLongTransaction } from '#kit/server/db.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import { runInThread } from '#kit/server/run-in-thread.ts'
import type { Session } from '#kit/server/session.ts'
import { ownBytes, type Threads } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import { findingsByIdentity, lockFindings } from './queries.ts'
import type { ReadRow, ReadRows, SkippedRow } from './read-rows.ts'
import { recordEnforcements } from './record-enforcement.ts'
import { unapprovedOf } from './require-approval.ts'
import type { BulkRead, SheetRead } from './rows.worker.ts'

/** The dependencies of the bulk calls; `today` is a day of the business time zone. */
export type EnforcementDeps = {
  pool: Pool
  threads: Threads
  today: () => Day
  /** Aborted when the caller of this request leaves; the reading of its rows ends then. */
  gone?: AbortSignal
}

/** The result of a bulk enforcement, as the API returns it. */
export type BulkResult = { message: string; updated: number; skipped: number; skippedRows: SkippedRow[] }

/**
 * Records enforcement for up to 25,000 rows of a brand and platform, dated today, in one transaction (G77). Rows
 * without a key, with invalid status or cells, with an unknown key, repeated further down, or without the approval that the
 * company requires are skipped and counted.
 */
export async function enforceInBulk(deps: EnforcementDeps, session: Session, body: Uint8Array): Promise<BulkResult> {
  const bytes = ownBytes(body)
  const read = await runInThread<BulkRead>(deps.threads, {
    file: workerFile,
    name: 'readBulk',
    input: { body: bytes, today: deps.today() },
    transferred: [bytes],
    signal: deps.gone,
  })
  if ('refusal' in read) {
    const { status, message, fields } = read.refusal
    throw new Problem(status, message, fields ? { fields } : {})
  }
  const platform = platformOf(read.platform)!
  const target = { companyId: read.companyId, brandId: read.brandId, platform }
  const rows = withoutRepeatedRows(read)
  return inLongTransaction(deps.pool, async ({ db }) => {
    await checkBrandAndPlatform(db, { company: read.companyId, brand: read.brandId, platform: platform.value })
    const { updated, unmatched } = await recordRows(db, session, { ...target, override: read.override }, rows.rows)
    const skippedRows = [...rows.skipped, ...unmatched].toSorted((a, b) => a.row - b.row)
    const skipped = skippedRows.length
    // All of them: whoever sent the sheet has to find them in it.
    return { message: messages.bulkSaved(updated, skipped), updated, skipped, skippedRows }
  })
}

/** The validated form of an enforcement upload. */
export type UploadForm = {
  company: string
  brand: string
  platform: FindingPlatformDefinition
  name: string
  bytes: Buffer
  /** Why an Admin enforces findings that are not approved. */
  override: string | undefined
}

/** Records a spreadsheet of past enforcement, all rows or none (G76): 422 `data` names the invalid rows. */
export async function uploadEnforcement(
  deps: EnforcementDeps,
  session: Session,
  { company, brand, platform, name, bytes, override }: UploadForm,
): Promise<{ message: string; updated: number }> {
  const read = await readWorkbook(deps, { name, bytes, platform: platform.value })
  return inLongTransaction(deps.pool, async ({ db }) => {
    await checkBrandAndPlatform(db, { company, brand, platform: platform.value })
    if ('problem' in read) throw invalid({ data: read.problem })
    if (read.skipped.length > 0) throw invalid({ data: messages.rowsNotValid(read.skipped) })
    const chronological = read.rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.row - b.row))
    const target = { companyId: company, brandId: brand, platform, override }
    const { unmatched } = await recordRows(db, session, target, chronological)
    if (unmatched.length > 0) throw invalid({ data: messages.rowsNotValid(unmatched) })
    return { message: messages.uploaded, updated: read.rows.length }
  })
}

type Workbook = { name: string; bytes: Buffer; platform: string }

/** Reads a workbook in a worker thread, which is ended when the workbook takes longer than its size allows. */
async function readWorkbook(deps: EnforcementDeps, { name, bytes, platform }: Workbook): Promise<SheetRead> {
  const owned = ownBytes(bytes)
  const job = {
    file: workerFile,
    name: 'readUpload',
    input: { name, bytes: owned, platform, today: deps.today() },
    transferred: [owned],
    limit: readingLimit(bytes.length),
    signal: deps.gone,
  }
  return runInThread<SheetRead>(deps.threads, job, () => ({ problem: sheetTexts.tooSlow }))
}

/** Keeps the last of the rows with the same key; the others are skipped. */
function withoutRepeatedRows({ rows, skipped }: ReadRows): ReadRows {
  const last = new Map(rows.map((one) => [one.identity, one]))
  const repeated = rows.filter((one) => last.get(one.identity) !== one)
  return {
    rows: [...last.values()],
    skipped: [...skipped, ...repeated.map(({ row, key }) => ({ row, key, reason: messages.repeated }))],
  }
}

type EnforcementTarget = {
  companyId: string
  brandId: string
  platform: FindingPlatformDefinition
  /** Why an Admin enforces findings that are not approved. */
  override: string | undefined
}

/**
 * Records the rows whose key is a finding of the brand, except those that lack the approval the company requires; empty
 * cells take the finding's own values.
 */
async function recordRows(
  db: Db,
  session: Session,
  target: EnforcementTarget,
  rows: readonly ReadRow[],
): Promise<{ updated: number; unmatched: SkippedRow[] }> {
  const { companyId, brandId, platform } = target
  const identities = [...new Set(rows.map((one) => one.identity))]
  const ids = await findingsByIdentity(db, { companyId, brandId, platform: platform.value }, identities)
  const scope = visible(platform, session, { clientCompanyId: companyId, brand: brandId })
  const lockedFindings = await lockFindings(db, platform, scope, [...ids.values()])
  const findings = new Map(lockedFindings.map((one) => [one.id, one]))
  const unmatched: SkippedRow[] = []
  const override = { userId: session.userId, role: session.role, reason: target.override }
  const mayGoOn = override.role === 'Admin' && override.reason !== undefined
  const wanted = rows.map((row) => ({ findingId: ids.get(row.identity) ?? '', status: row.status }))
  const unapproved = mayGoOn ? new Set<string>() : await unapprovedOf(db, lockedFindings, wanted)
  const records = rows.flatMap((row) => {
    const finding = findings.get(ids.get(row.identity) ?? '')
    const reason = !finding ? messages.unknownKey : unapproved.has(finding.id) ? messages.rowNotApproved : undefined
    if (!finding || reason !== undefined) {
      unmatched.push({ row: row.row, key: row.key.slice(0, 255), reason: reason ?? '' })
      return []
    }
    const own = platform.enforcedWith.length > 0 ? finding : undefined
    return {
      findingId: finding.id,
      registrar: row.registrar ?? own?.registrar ?? null,
      ipAddress: row.ipAddress ?? own?.ip_address ?? null,
      hosting: row.hosting ?? own?.hosting ?? null,
      actionTaken: row.actionTaken ?? 'Other',
      date: row.date,
      status: row.status,
    }
  })
  await recordEnforcements(db, {
    platform,
    scope,
    actor: session,
    module: 'bulk-enforcement',
    lockedFindings,
    records,
    override,
  })
  return { updated: records.length, unmatched }
}

const workerFile = new URL('./rows.worker.ts', import.meta.url)
