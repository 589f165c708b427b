import { reasons } from '#features/ladders/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import {
  type Heard,
  heardOf,
  lockRunOf,
  type News,
  lockRunsOfEndedFindings,
  putNewsAside,
  takeNews,
} from './news-queries.ts'
import { oneByOne } from './one-by-one.ts'
import { addEvents, begin, type Clock, factsOf, goOn, setState } from './run-queries.ts'
import { endedBy, verdictOf } from './verdict.ts'

/**
 * Consumes the inbox: emails that were sent or failed, and answers; each in its own transaction. An item that fails is
 * postponed and does not block others; returns the errors.
 */
export function hearNews({ pool }: AppContext, clock: Clock, deadline: number): Promise<unknown[]> {
  return oneByOne<News>(pool, deadline, {
    claim: takeNews,
    work: async (db, { enforcementId, what }) => {
      const heard = await heardOf(db, enforcementId)
      if (heard) await hear(db, what, heard, clock)
    },
    putAside: ({ id }, problem) => inTransaction(pool, ({ db }) => putNewsAside(db, id, problem.message)),
  })
}

async function hear(db: Db, what: News['what'], heard: Heard, clock: Clock): Promise<void> {
  const run = await lockRunOf(db, heard)
  if (what === 'answer') {
    if (run && isOpen(run.state)) await endIfOver(db, run.id)
    return
  }
  if (heard.isOwn) {
    if (run?.emailRecordId !== heard.enforcementId) return
    if (heard.sentAt === null && run.state === 'leaving') {
      const reason = reasons.failed(heard.error ?? '')
      await setState(db, [run.id], { state: 'paused', reason })
      await addEvents(db, [run.id], { what: 'paused', reason })
    }
    // Also after a correction of an uncertain delivery: the email was sent after all.
    if (heard.sentAt !== null && (run.state === 'leaving' || run.state === 'paused')) {
      await goOn(db, [run.id], heard.sentAt, clock)
      await endIfOver(db, run.id)
    }
    return
  }
  // A person sent a notice: the escalation starts from it. Events of older notices change nothing.
  const { sentAt, configurationId, companyId, findingId } = heard
  if (sentAt === null || configurationId === null) return
  if (run && (run.noticeId === heard.enforcementId || sentAt <= run.beganAt)) return
  const of = { companyId, findingId, configurationId, noticeId: heard.enforcementId, at: sentAt }
  await begin(db, of, clock, run && isOpen(run.state) ? reasons.newNotice : null)
}

const isOpen = (state: string) => ['waiting', 'leaving', 'task', 'paused'].includes(state)

/** Stops a run when `checkRun` says so. */
async function endIfOver(db: Db, id: string): Promise<void> {
  const facts = await factsOf(db, id)
  const verdict = verdictOf(facts)
  if (verdict.is !== 'stop' || facts.state === 'done') return
  await setState(db, [id], { state: 'stopped', reason: verdict.reason })
  await addEvents(db, [id], { what: 'stopped', reason: verdict.reason })
}

/** How many runs one statement stops. */
const atOnce = 1000

/** The job: stops the runs of findings that reached a final status or were deleted. */
export async function endEscalations(app: AppContext): Promise<void> {
  let found = atOnce
  while (found === atOnce)
    found = await inTransaction(app.pool, async ({ db }) => {
      const over = await lockRunsOfEndedFindings(db, atOnce)
      for (const [reason, of] of Map.groupBy(over, (one) => (one.isDeleted ? reasons.deleted : endedBy(one.status)!))) {
        const ids = of.map(({ id }) => id)
        await setState(db, ids, { state: 'stopped', reason })
        await addEvents(db, ids, { what: 'stopped', reason })
      }
      return over.length
    })
}
