import { configurationFor } from '#features/enforcement-config/server/configuration-for.ts'
import {
  draftWith,
  lockForNotice,
  enqueueNotices,
  lacksApproval,
  wasSent,
} from '#features/enforcement/server/enqueue-notices.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { type Step, stepNeedsPerson } from '#features/escalations/contract.ts'
import { messages, reasons } from '#features/escalations/messages.ts'
import { actionTakenOf } from '#features/escalations/rules.ts'
import { messages as noticeMessages } from '#features/notices/messages.ts'
import { type Desk, finalLacks } from '#features/notices/rules.ts'
import { desksOf } from '#features/notices/server/desk-of.ts'
import { examine } from '#features/notices/server/examine.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { messageIdOf } from '#kit/server/mail-out.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showDay, today } from '#vocabulary/dates.ts'
import { findAddress } from './find-address.ts'
import { consumeEvents } from './consume-events.ts'
import { oneByOne } from './one-by-one.ts'
import { subjectOf } from './queries.ts'
import * as runs from './run-queries.ts'
import { stepOf, checkRun } from './check-run.ts'

/** `from` is the email sender, whose domain the Message-IDs use; `now` (for tests) is called for each step. */
export type StepDeps = { app: AppContext; from: string; now?: () => Date }

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

/** After an unexpected error: tries again later; after several attempts pauses the run with the error message. */
async function postpone(app: AppContext, id: string, { problem, now }: { problem: Error; now: Date }): Promise<void> {
  await inTransaction(app.pool, async ({ db }) => {
    const { tries } = await runs.runById(db, id)
    await runs.retryAt(db, id, new Date(now.getTime() + retry.minutes * 60_000).toISOString())
    if (tries + 1 >= retry.tries) await pauseOrStop(db, id, 'pause', reasons.broken(problem.message))
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
  const run = await runs.runById(db, claimed.id)
  const check = checkRun(run)
  if (check.is !== 'go') return pauseOrStop(db, run.id, check.is, check.reason)
  // The step was removed from the escalation: the step that follows has its own due date.
  if ((await runs.moveFromRemovedSteps(db, [run.id], now.toISOString(), clockOf(deps.app))).length > 0) return
  const step = stepOf(run)
  const skip = async (reason: string | null) => {
    if (reason !== null) await runs.addEvents(db, [run.id], { what: 'skipped', reason })
    await runs.advanceRuns(db, [run.id], now.toISOString(), clockOf(deps.app))
  }
  if (!step) return skip(null)
  await runs.setStep(db, run.id, step)
  if (step.kind === 'icann') return assignTask(db, platform.value, run)
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
async function assignTask(db: Db, platform: string, run: runs.EscalationRun): Promise<void> {
  const { brand, address } = await subjectOf(db, run.id)
  await runs.setState(db, [run.id], { state: 'task' })
  await runs.addEvents(db, [run.id], { what: 'asked' })
  const { companyId, brandId, findingId, notice } = run
  const text = messages.task({ brand, address })
  await enqueue(db, stepNeedsPerson, { companyId, brandId, platform, findingId, userId: notice.by, text })
}

type StepEmailParams = {
  platform: FindingPlatformDefinition
  scope: Scope
  finding: NonNullable<Awaited<ReturnType<typeof lockForNotice>>>
  run: runs.EscalationRun
  step: Step & { kind: keyof typeof actionTakenOf }
  now: Date
}

/** Enqueues the email of a step; returns why it skipped or paused instead, undefined when it was enqueued. */
async function sendStep(
  db: Db,
  { app, from }: StepDeps,
  { platform, scope, finding, run, step, now }: StepEmailParams,
): Promise<{ skip: string } | { pause: string } | undefined> {
  const subject = { companyId: run.companyId, brandId: run.brandId, platform: platform.value }
  const configuration = await configurationFor(db, subject)
  if (!configuration) return { pause: reasons.noConfiguration }
  const { notice } = run
  const hostDetails = {
    registrar: notice.registrar ?? finding.registrar,
    ipAddress: notice.ipAddress ?? finding.ip_address,
    hosting: notice.hosting ?? finding.hosting,
  }
  const host = finding.domain || (finding.url ?? '')
  const found = await findAddress(db, run, step.kind, { ...hostDetails, ip: hostDetails.ipAddress, host })
  if (!('address' in found)) return found
  const isWaived = run.override?.missing.includes('approval')
  if (!isWaived && (await lacksApproval(db, finding))) return { pause: reasons.notApproved }
  const address = finding.url ?? finding.domain ?? ''
  const [judged] = await desksOf(db, [{ ...hostDetails, abuseEmail: found.address, address }])
  const desk = deskOfStep[step.kind] ?? judged!.desk
  const missing = await missingRequirements(db, platform, scope, { ...run, desk })
  if (missing.length > 0) return { pause: reasons.missing(missing) }
  const zone = app.settings.businessZone
  const details = {
    ...hostDetails,
    actionTaken: actionTakenOf[step.kind],
    date: today(zone, now),
    abuseEmail: found.address,
  }
  if (await wasSent(db, finding, details)) return { skip: reasons.alreadyNotified(found.address) }
  const more = {
    noticeDate: showDay(today(zone, new Date(run.beganAt))),
    noticeId: messageIdOf(run.noticeId, from),
    noticeAddress: notice.to ?? '',
  }
  const draft = draftWith(finding, details, {
    lines: step.text,
    more,
    attachments: configuration.attachments,
    follows: run.noticeId,
    isReminder: step.kind === 'reminder',
    desk,
  })
  const { override } = run
  await enqueueNotices(
    db,
    {
      platform,
      scope,
      actor: { userId: null, username: 'Escalation' },
      sender: { org: app.settings.productName, contact: app.settings.supportAddress, zone },
      // Requirements that an Admin overrode for the first notice do not block the emails that follow it.
      ...(override ? { override: { userId: override.userId, role: 'Admin', reason: override.reason } } : {}),
    },
    [draft],
  )
  await runs.addEvents(db, [run.id], { what: 'sent', reason: found.address, enforcementId: draft.record.id })
  await runs.setLeaving(db, run.id, draft.record.id)
  return undefined
}

/** Whose desk a step asks; a reminder goes where the first notice went. */
const deskOfStep: Readonly<Record<StepEmailParams['step']['kind'], Desk | undefined>> = {
  reminder: undefined,
  host: 'host',
  registrar: 'registrar',
}

/** Missing requirements that no Admin has overridden; a target on the white list cannot be overridden. */
async function missingRequirements(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  { findingId, override, desk }: runs.EscalationRun & { desk: Desk },
): Promise<string[]> {
  const [examined] = await examine(db, platform, scope, [findingId], new Map([[findingId, desk]]))
  return examined!.lacking
    .filter((one) => one === 'whitelisted' || finalLacks.includes(one) || !override?.missing.includes(one))
    .map((one) => noticeMessages.lack[one])
}
