import { findingNeedsClient } from '#features/findings/contract-jobs.ts'
import { changeStatus } from '#features/findings/server/change-status.ts'
import { loggedFindings, statusChange } from '#features/findings/server/log-subject.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { type Actor, type LogModule, logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { notifiedStatuses } from '#vocabulary/statuses.ts'
import type { LockedFinding } from './queries.ts'
import { addRecords, type NewRecord } from './record-queries.ts'
import { type OverriddenBy, requireApproval } from './require-approval.ts'

/** Enforcement records to add together, and the locked findings that they belong to. */
export type EnforcementBatch = {
  platform: FindingPlatformDefinition
  scope: Scope
  actor: Actor
  module: Extract<LogModule, 'enforcement' | 'bulk-enforcement' | 'enforcement-mail'>
  /** The findings, locked by `lockFindings` in this transaction. */
  lockedFindings: readonly LockedFinding[]
  /** Records of locked findings; of several records of one finding, the last sets its status. */
  records: readonly NewRecord[]
  /** Who enforces findings that are not approved although their company requires it, and the reason. */
  override?: OverriddenBy | undefined
  /** Stores what else the notices lacked, once their records are written; a missing approval is added to it. */
  saveOverrides?: ((db: Db) => Promise<void>) | undefined
  /** Shared by records that are created together. */
  batchId?: string
}

/**
 * The only function that records enforcement. Writes, in the caller's transaction, the records, the new statuses with
 * their log (no status log where the status is unchanged), the data log, and one notification for each brand whose
 * findings moved to Client Review, or whose purchases ended. Returns the ids of the records in the given order. 422 for
 * findings that lack the approval their company requires.
 */
export async function recordEnforcements(db: Db, batch: EnforcementBatch): Promise<string[]> {
  const { platform, scope, actor, module, lockedFindings, records, batchId = null } = batch
  if (records.length === 0) return []
  const findings = new Map(lockedFindings.map((one) => [one.id, one]))
  const saveUnapproved = await requireApproval(db, { findings: lockedFindings, records, override: batch.override })
  const newRecords = records.map((one) => ({
    ...one,
    id: one.id ?? newId(),
    companyId: findings.get(one.findingId)!.company_id,
    statusBefore: findings.get(one.findingId)!.status,
  }))
  await changeStatus(db, {
    platform,
    scope,
    actor,
    module,
    moves: [...lastStatuses(records)].map(([id, to]) => ({ id, to })),
  })
  await addRecords(db, newRecords, { userId: actor.userId, batchId })
  await batch.saveOverrides?.(db)
  await saveUnapproved(db, actor, newRecords)
  await logAndNotify(db, batch)
  return newRecords.map(({ id }) => id)
}

/** A notice may leave the status as it is. */
const statusChanges = (from: string, to: string) => (from === to ? [] : statusChange(from, to))

const lastStatuses = (records: readonly NewRecord[]) => new Map(records.map((one) => [one.findingId, one.status]))

async function logAndNotify(db: Db, { platform, actor, lockedFindings, records }: EnforcementBatch): Promise<void> {
  const newStatuses = lastStatuses(records)
  const touched = lockedFindings.filter((one) => newStatuses.has(one.id))
  for (const [companyId, group] of Map.groupBy(touched, (one) => one.company_id))
    await logDataChange(db, actor, {
      type: 'update',
      model: platform.model,
      total: group.length,
      ...(await loggedFindings(
        db,
        group.map(({ id }) => id),
      )),
      companyId,
      changes: group.length === 1 ? statusChanges(group[0]!.status, newStatuses.get(group[0]!.id)!) : [],
    })
  const forClient = touched.filter((one) => {
    const to = newStatuses.get(one.id)
    return to !== one.status && notifiedStatuses.some((status) => status === to)
  })
  const groups = Map.groupBy(forClient, (one) => `${one.company_id} ${one.brand_id} ${newStatuses.get(one.id)!}`)
  for (const group of groups.values())
    await enqueue(db, findingNeedsClient, {
      companyId: group[0]!.company_id,
      brandId: group[0]!.brand_id,
      platform: platform.value,
      findingIds: group.map((one) => one.id),
      status: newStatuses.get(group[0]!.id)!,
    })
}
