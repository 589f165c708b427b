import { reasons } from '#features/escalations/messages.ts'
import { type Db, inTransaction, sql } from '#kit/server/db.ts'
import { inBatches } from '#kit/server/in-batches.ts'
import type { AppContext } from '#kit/server/serve.ts'
import {
  type NoticeDelivery,
  deliveryOf,
  lockRunOf,
  type InboxItem,
  lockRunsOfEndedFindings,
  sendersOf,
  postponeInboxItem,
  takeInboxItem,
} from './inbox-queries.ts'
import { oneByOne } from './one-by-one.ts'
import { addEvents, advanceRuns, beginRun, type Clock, setState, setWaiting } from './run-queries.ts'
import { runById } from './run-state-queries.ts'
import { endReason, checkRun, unknownSender } from './check-run.ts'

/**
 * Consumes the inbox: emails that were sent or failed, and answers; each in its own transaction. An item that fails is
 * postponed and does not block others; returns the errors.
 */
export function consumeEvents({ pool }: AppContext, clock: Clock, deadline: number): Promise<unknown[]> {
  return oneByOne<InboxItem>(pool, deadline, {
    claim: takeInboxItem,
    work: async (db, { enforcementId, what }) => {
      const notice = await deliveryOf(db, enforcementId)
      if (notice) await handleEvent(db, what, notice, clock)
    },
    postpone: ({ id }, problem) => inTransaction(pool, ({ db }) => postponeInboxItem(db, id, problem.message)),
  })
}

async function handleEvent(db: Db, what: InboxItem['what'], notice: NoticeDelivery, clock: Clock): Promise<void> {
  const run = await lockRunOf(db, notice)
  if (what === 'answer') {
    if (run && isOpen(run.state)) await stopIfEnded(db, run.id)
    if (run?.state === 'stopped') await continueIfCorrected(db, run, notice)
    return
  }
  if (notice.isStepEmail) {
    if (run?.emailRecordId !== notice.enforcementId) return
    if (notice.sentAt === null && run.state === 'leaving') {
      const reason = reasons.failed(notice.error ?? '')
      await setState(db, [run.id], { state: 'paused', reason })
      await addEvents(db, [run.id], { what: 'paused', reason })
    }
    // Also after a correction of an uncertain delivery: the email was sent after all.
    if (notice.sentAt !== null && (run.state === 'leaving' || run.state === 'paused')) {
      await advanceRuns(db, [run.id], notice.sentAt, clock)
      await stopIfEnded(db, run.id)
    }
    return
  }
  // A person submitted the form of a task from elsewhere: the step is done.
  if (run?.state === 'task' && run.form !== null && run.form === notice.form && notice.sentAt !== null) {
    await addEvents(db, [run.id], { what: 'finished', enforcementId: notice.enforcementId })
    await advanceRuns(db, [run.id], notice.sentAt, clock)
    return
  }
  // A person sent a notice: the escalation starts from it. Events of older notices change nothing.
  const { sentAt, configurationId, companyId, findingId } = notice
  if (sentAt === null || configurationId === null) return
  if (run && (run.noticeId === notice.enforcementId || sentAt <= run.beganAt)) return
  const newRun = { companyId, findingId, configurationId, noticeId: notice.enforcementId, at: sentAt }
  await beginRun(db, newRun, clock, run && isOpen(run.state) ? reasons.newNotice : null)
}

const isOpen = (state: string) => ['waiting', 'leaving', 'task', 'paused'].includes(state)

/** Stops a run when `checkRun` says so. */
async function stopIfEnded(db: Db, id: string): Promise<void> {
  const run = await runById(db, id)
  const check = checkRun(run)
  if (check.is !== 'stop' || run.state === 'done') return
  await setState(db, [id], { state: 'stopped', reason: check.reason })
  await addEvents(db, [id], { what: 'stopped', reason: check.reason })
}

/** Continues a run that an answer had stopped, when no answer stops it any more: somebody corrected its type. */
async function continueIfCorrected(
  db: Db,
  { id, reason }: { id: string; reason: string | null },
  notice: NoticeDelivery,
): Promise<void> {
  const senders = (await sendersOf(db, notice)).map((sender) => sender ?? unknownSender)
  if (!senders.some((sender) => [reasons.replied(sender), reasons.complained(sender)].includes(reason ?? ''))) return
  if (checkRun(await runById(db, id)).is === 'stop') return
  await setWaiting(db, [id], { at: sql`greatest(coalesce(next_at, now()), now())` })
  await addEvents(db, [id], { what: 'resumed', reason: reasons.corrected })
}

/** How many runs one statement stops. */
const batchSize = 1000

/** The job: stops the runs of findings that reached a final status or were deleted. */
export async function endEscalations(app: AppContext): Promise<void> {
  await inBatches(app.pool, batchSize, async (db) => {
    const endedRuns = await lockRunsOfEndedFindings(db, batchSize)
    for (const [reason, group] of Map.groupBy(endedRuns, (one) =>
      one.isDeleted ? reasons.deleted : endReason(one.status)!,
    )) {
      const ids = group.map(({ id }) => id)
      await setState(db, ids, { state: 'stopped', reason })
      await addEvents(db, ids, { what: 'stopped', reason })
    }
    return endedRuns.length
  })
}
