import { composeNotice } from '#features/enforcement-config/server/compose-notice.ts'
import { configurationFor, type NoticeConfiguration } from '#features/enforcement-config/server/configuration-for.ts'
import { draftWith, holdForNotice, postNotices, valuesFor, wasSent } from '#features/enforcement/server/post-notices.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { type Step, stepNeedsPerson, stepPlaceholders } from '#features/ladders/contract.ts'
import { actionOf, messages, reasons } from '#features/ladders/messages.ts'
import { messages as noticeMessages } from '#features/notices/messages.ts'
import { examine } from '#features/notices/server/examine.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { messageIdOf } from '#kit/server/mail-out.ts'
import type { House } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showDay, today } from '#vocabulary/dates.ts'
import { findAddress } from './find-address.ts'
import { hearNews } from './hear-news.ts'
import { oneByOne } from './one-by-one.ts'
import { subjectOf } from './queries.ts'
import * as runs from './run-queries.ts'
import { stepOf, verdictOf } from './verdict.ts'

/** `from` is the sender of mails, of whom Message-IDs are made; `now` is asked again for each step. */
export type Stepping = { house: House; from: string; now?: () => Date }

/** How long one run of the job goes on, in milliseconds; the next comes a minute later. */
const longest = 50_000
/** Minutes between tries of a step that broke, and how many there are. */
const again = { minutes: 15, tries: 3 }

/** The clock by which steps are due. */
export const clockOf = ({ settings }: House): runs.Clock => ({ zone: settings.businessZone, hour: settings.ladderHour })

/**
 * The job: hears the news, then takes every step that is due, each in a transaction of its own: the run is claimed, all is
 * looked at again, and the record, its letter and where the run stands then are written together. Any number of these may
 * run; one that is killed leaves what it was at as it was. A step that breaks is tried again and does not hold up others.
 */
export async function takeDueSteps(of: Stepping): Promise<void> {
  const deadline = Date.now() + longest
  const { pool } = of.house
  const news = await hearNews(of.house, clockOf(of.house), deadline)
  const steps = await oneByOne<{ run: runs.Claimed; now: Date }>(pool, deadline, {
    claim: async (db) => {
      const now = of.now?.() ?? new Date()
      const run = await runs.claimDue(db, now.toISOString())
      return run && { run, now }
    },
    work: (db, { run, now }) => takeStep(db, of, run, now),
    putAside: ({ run, now }, problem) => putAside(of.house, run.id, { problem, now }),
  })
  const broken = [...news, ...steps]
  if (broken.length > 0) throw new AggregateError(broken, `${broken.length} steps or pieces of news could not be taken`)
}

/** After a defect: later again, and after some tries paused with what happened. */
async function putAside(house: House, id: string, { problem, now }: { problem: Error; now: Date }): Promise<void> {
  await inTransaction(house.pool, async ({ db }) => {
    const { tries } = await runs.factsOf(db, id)
    await runs.tryAt(db, id, new Date(now.getTime() + again.minutes * 60_000).toISOString())
    if (tries + 1 >= again.tries) await rest(db, id, 'pause', reasons.broken(problem.message))
  })
}

async function rest(db: Db, id: string, is: 'pause' | 'stop', reason: string): Promise<void> {
  await runs.setState(db, [id], { state: is === 'pause' ? 'paused' : 'stopped', reason })
  await runs.addEvents(db, [id], { what: is === 'pause' ? 'paused' : 'stopped', reason })
}

async function takeStep(db: Db, of: Stepping, claimed: runs.Claimed, now: Date): Promise<void> {
  const platform = platformOf(claimed.platform)!
  const scope: Scope = { platform: platform.value, companyIds: [claimed.companyId], brandIds: undefined }
  // Held before it is looked at, so that nobody changes its status in between.
  const finding = await holdForNotice(db, platform, scope, claimed.findingId)
  const run = await runs.factsOf(db, claimed.id)
  const verdict = verdictOf(run)
  if (verdict.is !== 'go') return rest(db, run.id, verdict.is, verdict.reason)
  // What stands on the ladder in place of its step has days of its own.
  if ((await runs.moveLost(db, [run.id], now.toISOString(), clockOf(of.house))).length > 0) return
  const step = stepOf(run)
  const skip = async (reason: string | null) => {
    if (reason !== null) await runs.addEvents(db, [run.id], { what: 'skipped', reason })
    await runs.goOn(db, [run.id], now.toISOString(), clockOf(of.house))
  }
  if (!step) return skip(null)
  await runs.setStep(db, run.id, step)
  if (step.kind === 'icann') return askPerson(db, platform.value, run)
  const outcome = await sendStep(db, of, {
    platform,
    scope,
    finding: finding!,
    run,
    step: { ...step, kind: step.kind },
    now,
  })
  if (outcome === undefined) return
  if ('skip' in outcome) return skip(outcome.skip)
  return rest(db, run.id, 'pause', outcome.pause)
}

/** A step that is no mail: somebody is told, and it waits until it is done. */
async function askPerson(db: Db, platform: string, run: runs.RunFacts): Promise<void> {
  const { brand, address } = await subjectOf(db, run.id)
  await runs.setState(db, [run.id], { state: 'task' })
  await runs.addEvents(db, [run.id], { what: 'asked' })
  const { companyId, brandId, findingId, notice } = run
  const text = messages.task({ brand, address })
  await enqueue(db, stepNeedsPerson, { companyId, brandId, platform, findingId, userId: notice.by, text })
}

type Sending = {
  platform: FindingPlatformDefinition
  scope: Scope
  finding: NonNullable<Awaited<ReturnType<typeof holdForNotice>>>
  run: runs.RunFacts
  step: Step & { kind: keyof typeof actionOf }
  now: Date
}

/** Posts a step's letter; answers why it did not. */
async function sendStep(
  db: Db,
  { house, from }: Stepping,
  { platform, scope, finding, run, step, now }: Sending,
): Promise<{ skip: string } | { pause: string } | undefined> {
  const about = { companyId: run.companyId, brandId: run.brandId, platform: platform.value }
  const configuration = await configurationFor(db, about)
  if (!configuration) return { pause: reasons.noConfiguration }
  const { notice } = run
  const where = {
    registrar: notice.registrar ?? finding.registrar,
    ipAddress: notice.ipAddress ?? finding.ip_address,
    hosting: notice.hosting ?? finding.hosting,
  }
  const host = finding.domain || (finding.url ?? '')
  const found = await findAddress(db, run, step.kind, { ...where, ip: where.ipAddress, host })
  if (!('address' in found)) return found
  const lacks = await uncovered(db, platform, scope, run)
  if (lacks.length > 0) return { pause: reasons.lacks(lacks) }
  const zone = house.settings.businessZone
  const facts = { ...where, actionTaken: actionOf[step.kind], date: today(zone, now), abuseEmail: found.address }
  if (await wasSent(db, finding, facts)) return { skip: reasons.told(found.address) }
  const values = {
    ...valuesFor(platform, finding, facts),
    noticeDate: showDay(today(zone, new Date(run.beganAt))),
    noticeId: messageIdOf(run.noticeId, from),
    noticeAddress: notice.to ?? '',
  }
  const letter = letterOf(step, composeNotice(step.text, values, stepPlaceholders), configuration)
  const draft = draftWith(finding, facts, { ...letter, follows: run.noticeId })
  const { override } = run
  await postNotices(
    db,
    {
      platform,
      scope,
      actor: { userId: null, username: 'Ladder' },
      sender: { org: house.settings.productName, contact: house.settings.supportAddress },
      // What an Admin sent the first notice in spite of does not hold up those that follow it.
      ...(override ? { override: { userId: override.userId, role: 'Admin', reason: override.reason } } : {}),
    },
    [draft],
  )
  await runs.addEvents(db, [run.id], { what: 'sent', reason: found.address, enforcementId: draft.record.id })
  await runs.setLeaving(db, run.id, draft.record.id)
  return undefined
}

function letterOf(
  { kind }: Sending['step'],
  { subject, text, html }: { subject: string; text: string; html: string },
  { attachments }: NoticeConfiguration,
) {
  return { subject: kind === 'reminder' ? `Re: ${subject}` : subject, text, html, attachments }
}

/** What the notice lacks that an Admin did not let pass; a target on the white list is never let pass. */
async function uncovered(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  { findingId, override }: runs.RunFacts,
): Promise<string[]> {
  const [examined] = await examine(db, platform, scope, [findingId])
  return examined!.lacking
    .filter((lack) => lack === 'whitelisted' || !override?.missing.includes(lack))
    .map((lack) => noticeMessages.lack[lack])
}
