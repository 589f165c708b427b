import { findingNeedsClient, runDecision } from '#features/findings/contract-jobs.ts'
import { messages } from '#features/findings/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { countedSubject } from '#vocabulary/data-log.ts'
import { statusChange } from './log-subject.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { momentOf } from '#kit/server/moment.ts'
import { enqueue, enqueueMany } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { decisionSources } from '#vocabulary/status-moves.ts'
import { clientReview, type StatusCode } from '#vocabulary/statuses.ts'
import { addApprovalOverrides, lackingForStatus } from './approval.ts'
import { changeStatus, undoBulkChange } from './change-status.ts'
import * as decisionQueries from './decision-queries.ts'
import { type Scope, visible } from './visible.ts'

type Batch = decisionQueries.Batch

/** Batches of one job: a second or two, after which the decisions of others have their turn. */
const batchesInOneJob = 10

/**
 * The job: applies or undoes batches of a decision that are left, each in a transaction of its own, and leaves what is
 * more to another job: a worker takes no new job of this kind before all that it has taken are done.
 */
export async function runDecisionBatches(
  { pool }: Pick<AppContext, 'pool'>,
  id: string,
  atOnce = batchesInOneJob,
): Promise<void> {
  for (let n = 1; ; n++) {
    const isLast = n >= atOnce
    const size = await inTransaction(pool, async ({ db }) => {
      const applied = await applyNextBatch(db, id)
      if (isLast && applied > 0) await enqueue(db, runDecision, { decisionId: id })
      return applied
    })
    if (isLast || size === 0) return
  }
}

/**
 * Applies or undoes the next batch of a decision and returns how many findings are in it; 0 when there is none left, and
 * the decision has ended. With `onlyEnd` no batch is applied: it only ends a decision that has none left. A finding
 * somebody else changed in between stays as it is.
 */
export async function applyNextBatch(db: Db, id: string, { onlyEnd = false } = {}): Promise<number> {
  const decision = await decisionQueries.lockDecision(db, id)
  if (decision?.state !== 'Running' && decision?.state !== 'Undoing') return 0
  const isUndoing = decision.state === 'Undoing'
  const batch = await decisionQueries.nextBatch(db, id, isUndoing)
  if (!batch) {
    await end(db, decision)
    return 0
  }
  if (onlyEnd) return batch.ids.length
  if (isUndoing) await undoBatch(db, decision, batch)
  else await applyBatch(db, decision, batch)
  return batch.ids.length
}

async function applyBatch(db: Db, decision: decisionQueries.RunningDecision, batch: Batch): Promise<void> {
  const { platform, scope, session, actor } = await reachOf(db, decision, batch)
  const mayMove = session && decisionSources(session.role, platform.value, decision.to as StatusCode)
  const saveOverrides = await overridesOf(db, decision, batch)
  const { moved } = await changeStatus(db, {
    platform,
    scope,
    actor,
    module: 'bulk-approve',
    moves: mayMove?.some((from) => from === batch.from)
      ? batch.ids.map((finding) => ({ id: finding, to: decision.to }))
      : [],
    onlyFrom: [batch.from],
  })
  if (moved > 0) await saveOverrides()
  const applied = { n: batch.n, moment: await momentOf(db), changed: moved, size: batch.ids.length }
  await decisionQueries.noteApplied(db, decision, applied)
}

async function undoBatch(db: Db, decision: decisionQueries.RunningDecision, batch: Batch): Promise<void> {
  const { platform, scope, actor } = await reachOf(db, decision, batch)
  const seconds = (decisionQueries.undoHours + 1) * 3600
  const undone = await undoBulkChange(db, actor, { platform, scope, moment: batch.moment!, seconds })
  await decisionQueries.noteUndone(db, decision, { ...batch, undone })
}

/**
 * What the person may see of a batch's company now, of what it saw when deciding: it may have been blocked, or have
 * another company or role since.
 */
async function reachOf(
  db: Db,
  { userId, username, brandIds, ...decision }: decisionQueries.RunningDecision,
  batch: Batch,
) {
  const platform = platformOf(decision.platform)!
  const session = await sessionOfUser(db, userId)
  const now = session && visible(platform, session)
  const isInside = now && (now.companyIds?.includes(batch.companyId) ?? true)
  const scope: Scope = {
    platform: platform.value,
    companyIds: isInside ? [batch.companyId] : [],
    brandIds:
      brandIds && now?.brandIds ? brandIds.filter((id) => now.brandIds!.includes(id)) : (brandIds ?? now?.brandIds),
  }
  return { platform, session, scope, actor: { userId, username } }
}

/** The findings of a batch that lack a required approval, read before they change; returns what stores the reason for them. */
async function overridesOf(
  db: Db,
  { to, overrideReason: reason, userId, username }: decisionQueries.RunningDecision,
  batch: Batch,
): Promise<() => Promise<void>> {
  if (reason === null) return async () => undefined
  const all = batch.ids.map((id) => ({ id, company_id: batch.companyId }))
  const lacking = await lackingForStatus(db, all)
  const findings = all.filter(({ id }) => lacking.has(id))
  return async () => {
    if (findings.length > 0) await addApprovalOverrides(db, { userId, username }, { findings, to, reason })
  }
}

/** Ends a decision: one entry in the data log, and for Client Review by staff one notice for each brand. */
async function end(db: Db, decision: decisionQueries.RunningDecision): Promise<void> {
  const platform = platformOf(decision.platform)!
  const isUndoing = decision.state === 'Undoing'
  await decisionQueries.endDecision(db, decision.id, isUndoing ? 'Undone' : 'Done')
  const total = decision.changed
  if (total === 0) return
  const actor = { userId: decision.userId, username: decision.username }
  const changes = statusChange(undefined, decision.to)
  await logDataChange(db, actor, {
    type: 'update',
    model: platform.model,
    total,
    subject: countedSubject(total, platform.title, isUndoing ? messages.undoneInLog : ''),
    changes: isUndoing ? changes.map(({ field, before, after }) => ({ field, before: after, after: before })) : changes,
  })
  if (!isUndoing && decision.to === clientReview && decision.byStaff) await notifyClients(db, platform, decision)
}

/** One notice for each brand of the decision (G53 b). */
async function notifyClients(
  db: Db,
  platform: FindingPlatformDefinition,
  decision: decisionQueries.RunningDecision,
): Promise<void> {
  const moved = await decisionQueries.movedByBrand(db, decision)
  const notices = moved.map((brand) => ({ ...brand, platform: platform.value, status: clientReview }))
  if (notices.length > 0) await enqueueMany(db, findingNeedsClient, notices)
}
