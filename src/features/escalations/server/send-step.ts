import { senderOf } from '#features/notices/server/compose-report.ts'
import {
  draftWith,
  enqueueNotices,
  lacksApproval,
  type lockForNotice,
  wasSent,
} from '#features/enforcement/server/enqueue-notices.ts'
import { configurationFor } from '#features/enforcement-config/server/configuration-for.ts'
import { type Step, stepNeedsPerson } from '#features/escalations/contract.ts'
import { messages, reasons, stepTexts } from '#features/escalations/messages.ts'
import { actionTakenOf } from '#features/escalations/rules.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { finalLacks, wordingFor } from '#features/notices/rules.ts'
import { desksOf } from '#features/notices/server/desk-of.ts'
import { type ExaminedCase, examine, lackText } from '#features/notices/server/examine.ts'
import { momentIn } from '#features/notices/server/moment-in.ts'
import type { Db } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { messageIdOf } from '#kit/server/mail-out.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { type FindingPlatformDefinition, reportedAddress } from '#platforms/platform.ts'
import { dayInWords, today } from '#vocabulary/dates.ts'
import { findRecipient, type RecipientResult } from './find-recipient.ts'
import { subjectOf } from './queries.ts'
import { addEvents, setLeaving, setTask } from './run-queries.ts'
import type { EscalationRun } from './run-state-queries.ts'

/** `from` is the email sender, whose domain the Message-IDs use; `now` (for tests) is called for each step. */
export type StepDeps = { app: AppContext; from: string; now?: () => Date }

/** A step that asks a desk, and the locked finding it is about. */
export type StepToSend = {
  platform: FindingPlatformDefinition
  scope: Scope
  finding: NonNullable<Awaited<ReturnType<typeof lockForNotice>>>
  run: EscalationRun
  step: Step & { kind: keyof typeof actionTakenOf }
  now: Date
}

/** The registrar, address and host of a step's finding: those of the first notice, else its own. */
export const hostDetailsOf = (
  { notice }: Pick<EscalationRun, 'notice'>,
  finding: Pick<StepToSend['finding'], 'registrar' | 'ip_address' | 'hosting'>,
) => ({
  registrar: notice.registrar ?? finding.registrar,
  ipAddress: notice.ipAddress ?? finding.ip_address,
  hosting: notice.hosting ?? finding.hosting,
})

/**
 * Enqueues the email of a step, or makes it a task for a person where the desk takes reports through its web form only;
 * returns why it skipped or paused instead, undefined when it did either.
 */
export async function sendStep(
  db: Db,
  deps: StepDeps,
  toSend: StepToSend,
): Promise<{ skip: string } | { pause: string } | undefined> {
  const { platform, scope, finding, run, step } = toSend
  const subject = { companyId: run.companyId, brandId: run.brandId, platform: platform.value }
  const configuration = await configurationFor(db, subject)
  if (!configuration) return { pause: reasons.noConfiguration }
  const hostDetails = hostDetailsOf(run, finding)
  const host = reportedAddress(platform, finding)
  const known = { ...hostDetails, ip: hostDetails.ipAddress, host, reasonCode: finding.reason_code }
  const found = await findRecipient(db, run, step.kind, known)
  if ('skip' in found || 'pause' in found) return found
  const isWaived = run.override?.missing.includes('approval')
  if (!isWaived && (await lacksApproval(db, finding))) return { pause: reasons.notApproved }
  const desk = found.recipient ? wordingFor[found.recipient.kind] : await judgedDesk(db, toSend, found)
  const day = today(deps.app.settings.businessZone, toSend.now)
  const deskOf = new Map([[run.findingId, desk]])
  const [examined] = await examine(db, platform, { scope, ids: [run.findingId], day, deskOf })
  const missing = missingRequirements(examined!, run)
  if (missing.length > 0) return { pause: reasons.missing(missing) }
  return 'form' in found
    ? assignForm(db, toSend, found)
    : sendEmail(db, deps, { ...toSend, hostDetails, found, configuration, examined: examined! })
}

async function judgedDesk(db: Db, { platform, run, finding }: StepToSend, found: RecipientResult) {
  const abuseEmail = 'address' in found ? found.address : ''
  const address = reportedAddress(platform, finding)
  const [judged] = await desksOf(db, [{ ...hostDetailsOf(run, finding), findingId: finding.id, abuseEmail, address }])
  return judged!.desk
}

/** A step without an email: notifies a person, and waits until the report through the form is recorded. */
async function assignForm(
  db: Db,
  { run, platform }: StepToSend,
  { form, recipient }: Extract<RecipientResult, { form: string }>,
): Promise<undefined> {
  const desk = recipient.name ?? new URL(form).host
  const reason = reasons.byForm(desk)
  await setTask(db, run.id, { form, reason })
  await addEvents(db, [run.id], { what: 'asked', reason })
  const { companyId, brandId, findingId, notice } = run
  const text = messages.formTask({ ...(await subjectOf(db, run.id)), desk })
  await enqueue(db, stepNeedsPerson, {
    companyId,
    brandId,
    platform: platform.value,
    findingId,
    userId: notice.by,
    text,
  })
}

type EmailToSend = StepToSend & {
  hostDetails: ReturnType<typeof hostDetailsOf>
  found: Extract<RecipientResult, { address: string }>
  configuration: NonNullable<Awaited<ReturnType<typeof configurationFor>>>
  examined: ExaminedCase
}

async function sendEmail(
  db: Db,
  { app, from }: StepDeps,
  { platform, scope, finding, run, step, now, hostDetails, found, configuration, examined }: EmailToSend,
): Promise<{ skip: string } | undefined> {
  const zone = app.settings.businessZone
  const { notice, override } = run
  const details = {
    ...hostDetails,
    actionTaken: actionTakenOf[step.kind],
    date: today(zone, now),
    abuseEmail: found.address,
  }
  if (await wasSent(db, finding, details)) return { skip: reasons.alreadyNotified(found.address) }
  const messageId = notice.isEmail ? messageIdOf(run.noticeId, from) : null
  const reference = stepTexts.reference({ messageId, ticket: notice.ticket })
  const more = {
    noticeDate: dayInWords(today(zone, new Date(run.beganAt))),
    noticeId: messageId ?? reference,
    noticeReference: reference,
    noticeAddress: notice.to ?? notice.desk?.name ?? '',
    lastSeen: stepTexts.lastSeen(examined.seen, (instant) => momentIn(instant, zone)),
  }
  const draft = draftWith(finding, details, {
    configurationId: configuration.id,
    lines: step.text,
    more,
    attachments: configuration.attachments,
    follows: notice.isEmail ? run.noticeId : undefined,
    isReminder: step.kind === 'reminder',
    recipient: found.recipient ?? undefined,
  })
  await enqueueNotices(
    db,
    {
      platform,
      scope,
      actor: { userId: null, username: 'Escalation' },
      sender: senderOf(app.settings),
      files: app.files,
      // Requirements that an Admin overrode for the first notice do not block the emails that follow it.
      ...(override ? { override: { userId: override.userId, role: 'Admin', reason: override.reason } } : {}),
    },
    [draft],
  )
  await addEvents(db, [run.id], { what: 'sent', reason: found.address, enforcementId: draft.record.id })
  await setLeaving(db, run.id, draft.record.id)
  return undefined
}

/** Missing requirements that no Admin has overridden; a target on the white list cannot be overridden. */
const missingRequirements = (examined: ExaminedCase, { override }: EscalationRun): string[] =>
  examined.lacking
    .filter((one) => one === 'whitelisted' || finalLacks.includes(one) || !override?.missing.includes(one))
    .map((one) => lackText(one, examined))
