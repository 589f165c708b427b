import { whyNoComplaint } from '#features/case-files/server/icann-complaint.ts'
import { lockForNotice } from '#features/enforcement/server/enqueue-notices.ts'
import { stepNeedsPerson } from '#features/escalations/contract.ts'
import { messages, reasons } from '#features/escalations/messages.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { type Db, inTransaction, sql } from '#kit/server/db.ts'
import { inBatches } from '#kit/server/in-batches.ts'
import { enqueue } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { checkRun, stepOf } from './check-run.ts'
import { consumeEvents } from './consume-events.ts'
import { oneByOne } from './one-by-one.ts'
import { subjectOf } from './queries.ts'
import * as runs from './run-queries.ts'
import { type EscalationRun, lockReachedAgain, runById } from './run-state-queries.ts'
import { sendStep, type StepDeps } from './send-step.ts'

/** Time limit of one job run in milliseconds; the job starts every minute. */
const maxRunMilliseconds = 50_000
/** Minutes between attempts of a step that failed, and the number of attempts. */
const retry = { minutes: 15, tries: 3 }

/** The time zone and hour at which steps are due. */
export const clockOf = ({ settings }: AppContext): runs.Clock => ({
  zone: settings.businessZone,
  hour: settings.escalationHour,
})

/**
 * The job: consumes mail events, then runs every step that is due. Each step has its own transaction: the run is
 * claimed, all conditions are checked again, and the enforcement record, its email and the new state are written
 * together. Several workers may run this at once; when one is killed its transaction is rolled back. A step that fails
 * is tried again later and does not block others. Throws an AggregateError when steps failed.
 */
export async function takeDueSteps(deps: StepDeps): Promise<void> {
  const deadline = Date.now() + maxRunMilliseconds
  const { pool } = deps.app
  const failedEvents = await consumeEvents(deps.app, clockOf(deps.app), deadline)
  await continueReached(deps.app)
  const failedSteps = await oneByOne<{ run: runs.ClaimedRun; now: Date }>(pool, deadline, {
    claim: async (db) => {
      const now = deps.now?.() ?? new Date()
      const run = await runs.claimDue(db, now.toISOString())
      return run && { run, now }
    },
    work: (db, { run, now }) => takeStep(db, deps, run, now),
    postpone: ({ run, now }, problem) => postpone(deps.app, run.id, { problem, now }),
  })
  const failures = [...failedEvents, ...failedSteps]
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps or mail events failed`)
}

/** How many runs one statement continues. */
const batchSize = 500

/** Continues runs that paused because the address was down, and that visits have reached again. */
async function continueReached({ pool }: AppContext): Promise<void> {
  await inBatches(pool, batchSize, async (db) => {
    const ids = await lockReachedAgain(db, batchSize)
    await runs.addEvents(db, ids, { what: 'resumed', reason: reasons.upAgain })
    await runs.setWaiting(db, ids, { at: sql`greatest(coalesce(next_at, now()), now())` })
    return ids.length
  })
}

/** After an unexpected error: tries again later; after several attempts pauses the run with the error message. */
async function postpone(app: AppContext, id: string, { problem, now }: { problem: Error; now: Date }): Promise<void> {
  await inTransaction(app.pool, async ({ db }) => {
    const tries = await runs.retryAt(db, id, new Date(now.getTime() + retry.minutes * 60_000).toISOString())
    if (tries !== undefined && tries >= retry.tries) await pauseOrStop(db, id, 'pause', reasons.broken(problem.message))
  })
}

async function pauseOrStop(db: Db, id: string, action: 'pause' | 'stop', reason: string): Promise<void> {
  await runs.setState(db, [id], { state: action === 'pause' ? 'paused' : 'stopped', reason })
  await runs.addEvents(db, [id], { what: action === 'pause' ? 'paused' : 'stopped', reason })
}

async function takeStep(db: Db, deps: StepDeps, claimed: runs.ClaimedRun, now: Date): Promise<void> {
  const platform = platformOf(claimed.platform)!
  const scope: Scope = { platform: platform.value, companyIds: [claimed.companyId], brandIds: undefined }
  // Locked before it is checked, so that its status cannot change in between.
  const finding = await lockForNotice(db, platform, scope, claimed.findingId)
  const run = await runById(db, claimed.id)
  const check = checkRun(run)
  if (check.is !== 'go') return pauseOrStop(db, run.id, check.is, check.reason)
  // The step was removed from the escalation: the step that follows has its own due date.
  if ((await runs.moveFromRemovedSteps(db, [run.id], now.toISOString(), clockOf(deps.app))).length > 0) return
  const step = stepOf(run)
  const skip = async (reason: string | null) => {
    if (reason !== null) await runs.addEvents(db, [run.id], { what: 'skipped', reason })
    await runs.advanceRuns(db, [run.id], now.toISOString(), clockOf(deps.app))
    if (reason !== null) await runs.explainEnd(db, run.id, reason)
  }
  if (!step) return skip(null)
  await runs.setStep(db, run.id, step)
  if (step.kind === 'icann') {
    const zone = deps.app.settings.businessZone
    const why = await whyNoComplaint(db, { platform, scope, findingId: run.findingId, zone })
    return why === undefined ? assignTask(db, platform.value, run) : skip(why)
  }
  const outcome = await sendStep(db, deps, {
    platform,
    scope,
    finding: finding!,
    run,
    step: { ...step, kind: step.kind },
    now,
  })
  if (outcome === undefined) return
  if ('skip' in outcome) return skip(outcome.skip)
  return pauseOrStop(db, run.id, 'pause', outcome.pause)
}

/** A step without an email: notifies a person and waits until it is marked as done. */
async function assignTask(db: Db, platform: string, run: EscalationRun): Promise<void> {
  const { brand, address } = await subjectOf(db, run.id)
  await runs.setTask(db, run.id, { form: null, reason: null })
  await runs.addEvents(db, [run.id], { what: 'asked' })
  const { companyId, brandId, findingId, notice } = run
  const text = messages.task({ brand, address })
  await enqueue(db, stepNeedsPerson, { companyId, brandId, platform, findingId, userId: notice.by, text })
}
