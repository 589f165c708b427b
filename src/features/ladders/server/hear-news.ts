import { reasons } from '#features/ladders/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import type { House } from '#kit/server/serve.ts'
import { type Heard, heardOf, holdRunOf, type News, openRunsOfEnded, putNewsAside, takeNews } from './news-queries.ts'
import { oneByOne } from './one-by-one.ts'
import { addEvents, begin, type Clock, factsOf, goOn, setState } from './run-queries.ts'
import { endedBy, verdictOf } from './verdict.ts'

/**
 * Takes in what has come since: letters that left or failed, and answers; each in a transaction of its own. What breaks is
 * put aside for later and holds up no other; answers what went wrong.
 */
export function hearNews({ pool }: House, clock: Clock, deadline: number): Promise<unknown[]> {
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
  const run = await holdRunOf(db, heard)
  if (what === 'answer') {
    if (run && isOpen(run.state)) await endIfOver(db, run.id)
    return
  }
  if (heard.isOwn) {
    if (run?.letterId !== heard.enforcementId) return
    if (heard.sentAt === null && run.state === 'leaving') {
      const reason = reasons.failed(heard.error ?? '')
      await setState(db, [run.id], { state: 'paused', reason })
      await addEvents(db, [run.id], { what: 'paused', reason })
    }
    // Also when a doubt was corrected: the letter did leave.
    if (heard.sentAt !== null && (run.state === 'leaving' || run.state === 'paused')) {
      await goOn(db, [run.id], heard.sentAt, clock)
      await endIfOver(db, run.id)
    }
    return
  }
  // Somebody sent a notice: everything counts from it. News of an older one changes nothing.
  const { sentAt, configurationId, companyId, findingId } = heard
  if (sentAt === null || configurationId === null) return
  if (run && (run.noticeId === heard.enforcementId || sentAt <= run.beganAt)) return
  const of = { companyId, findingId, configurationId, noticeId: heard.enforcementId, at: sentAt }
  await begin(db, of, clock, run && isOpen(run.state) ? reasons.newNotice : null)
}

const isOpen = (state: string) => ['waiting', 'leaving', 'task', 'paused'].includes(state)

/** Stops a run that nothing further is to be done about. */
async function endIfOver(db: Db, id: string): Promise<void> {
  const facts = await factsOf(db, id)
  const verdict = verdictOf(facts)
  if (verdict.is !== 'stop' || facts.state === 'done') return
  await setState(db, [id], { state: 'stopped', reason: verdict.reason })
  await addEvents(db, [id], { what: 'stopped', reason: verdict.reason })
}

/** How many runs one statement ends. */
const atOnce = 1000

/** The job: stops the ladders of findings that reached a status with which they are over, or were deleted. */
export async function endLadders(house: House): Promise<void> {
  let found = atOnce
  while (found === atOnce)
    found = await inTransaction(house.pool, async ({ db }) => {
      const over = await openRunsOfEnded(db, atOnce)
      for (const [reason, of] of Map.groupBy(over, (one) => (one.isDeleted ? reasons.deleted : endedBy(one.status)!))) {
        const ids = of.map(({ id }) => id)
        await setState(db, ids, { state: 'stopped', reason })
        await addEvents(db, ids, { what: 'stopped', reason })
      }
      return over.length
    })
}
