import { messages } from '#features/enforcement/messages.ts'
import { lackingApproval } from '#features/findings/server/approval.ts'
import type { NoticeConfiguration } from '#features/enforcement-config/server/configuration-for.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import type { Sender } from '#features/notices/server/compose-report.ts'
import type { Recipient } from '#features/notices/server/desk-of.ts'
import { prepareNotices } from '#features/notices/server/prepare-notices.ts'
import type { Actor } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import type { FileStore } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { type OutgoingEmail, enqueueEmails } from '#kit/server/mail.ts'
import { Problem } from '#kit/server/problem.ts'
import { type FindingPlatformDefinition, reportedAddress } from '#platforms/platform.ts'
import { today } from '#vocabulary/dates.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import { alreadySent, type LockedFinding, lockFindings, saveContact } from './queries.ts'
import type { NoticeFields } from './read-fields.ts'
import { recordEnforcements } from './record-enforcement.ts'
import { type NewRecord, ticketsOf } from './record-queries.ts'
import type { OverriddenBy } from './require-approval.ts'
import { textIdsOf } from './text-queries.ts'
import { whyNoNotices } from './withhold-queries.ts'

/** A notice about to be enqueued: one record about one finding, and its email or its part in one. */
export type NoticeDraft = {
  finding: LockedFinding
  record: NewRecord & { id: string; abuseEmail: string }
  content: NoticeContent
}

/** What a notice says besides its facts, and which email it follows. */
export type NoticeContent = {
  /** The configuration whose text it is. */
  configurationId: string
  /** The configured text with its placeholders, and the values of those that only this text has. */
  lines: readonly string[]
  more?: Readonly<Record<string, string>> | undefined
  attachments: NoticeConfiguration['attachments']
  /** Set for a reminder: the id of the first notice, and whether the subject begins with 'Re:'. */
  follows?: string | undefined
  isReminder?: boolean | undefined
  /** The desk that gets it, where that is known. */
  recipient?: Recipient | undefined
  /** The recipient takes lists: up to so many findings of one brand and kind of harm go into one email. */
  perEmail?: number | undefined
}

/** The common parameters of notices that are enqueued together. */
export type EnqueueNoticesParams = {
  platform: FindingPlatformDefinition
  scope: Scope
  actor: Actor
  /** The sender named in the XARF report. */
  sender: Sender
  /** Where the pictures of the findings are. */
  files: FileStore
  /** Who sends an incomplete notice, and the reason. */
  override?: OverriddenBy | undefined
  batchId?: string | undefined
  /** For how many seconds they can be recalled. */
  recallSeconds?: number | undefined
}

/** The notice about a locked finding: its record and its email share one id. */
export function draftOf(
  finding: LockedFinding,
  fields: NoticeFields,
  { id, mailBody, attachments }: NoticeConfiguration,
): NoticeDraft {
  return draftWith(finding, fields, { configurationId: id, lines: mailBody, attachments })
}

/** The notice about a locked finding, with its text and attachments. */
export function draftWith(finding: LockedFinding, fields: NoticeFields, content: NoticeContent): NoticeDraft {
  return { finding, record: { ...fields, id: newId(), findingId: finding.id, status: inProgress }, content }
}

/**
 * The only function that sends notices. Writes, in the caller's transaction, the records, status 11, the log, the
 * emails with their facts and XARF reports, and any override. 422 names what is missing; 409 where the company, the brand
 * or its platform is gone. Returns the ids of the records, and how many emails they leave in.
 */
export async function enqueueNotices(
  db: Db,
  params: EnqueueNoticesParams,
  drafts: readonly NoticeDraft[],
): Promise<{ recordIds: string[]; emails: number }> {
  const { platform, scope, actor, sender, files, override, batchId } = params
  const reason = await whyNoNotices(
    db,
    drafts.map(({ finding }) => finding),
  )
  if (reason !== undefined) throw new Problem(409, messages.notSent(reason))
  const prepared = await prepareNotices(
    db,
    { platform, scope, sender, files, day: today(sender.zone), session: override, override: override?.reason },
    drafts.map(({ finding, record, content }) => ({
      ...content,
      ...record,
      findingId: finding.id,
      recordId: record.id,
      address: reportedAddress(platform, finding),
    })),
  )
  const textIds = await textIdsOf(
    db,
    drafts.map(({ content }) => content),
  )
  const recordIds = await recordEnforcements(db, {
    platform,
    scope,
    actor,
    module: 'enforcement-mail',
    lockedFindings: drafts.map(({ finding }) => finding),
    records: drafts.map(({ record }, n) => ({
      ...record,
      recipient: prepared.recipients.get(record.id)!,
      textId: textIds[n]!,
    })),
    override,
    saveOverrides: prepared.saveOverrides,
    ...(batchId === undefined ? {} : { batchId }),
  })
  const tickets = await ticketsOf(
    db,
    drafts.map(({ finding, record }) => ({ ...record, companyId: finding.company_id })),
  )
  await enqueueEmails(
    db,
    drafts.flatMap((draft) => {
      const ticket = tickets.get(`${draft.record.findingId} ${draft.record.abuseEmail.toLowerCase()}`)
      return outgoingOf(draft, { platform, prepared, ticket, recallSeconds: params.recallSeconds }) ?? []
    }),
  )
  return { recordIds, emails: prepared.emails.size }
}

type Outgoing = {
  platform: FindingPlatformDefinition
  prepared: Awaited<ReturnType<typeof prepareNotices>>
  ticket: string | undefined
  recallSeconds: number | undefined
}

/** The email of a notice; undefined for one that leaves in the email of another. */
function outgoingOf(
  { finding, record, content }: NoticeDraft,
  { platform, prepared, ticket, recallSeconds }: Outgoing,
): OutgoingEmail | undefined {
  const email = prepared.emails.get(record.id)
  if (!email) return undefined
  const others = prepared.lists.get(record.id)
  return {
    id: record.id,
    kind: 'enforcement',
    to: record.abuseEmail,
    ...email,
    subject: withTicket(content.isReminder ? `Re: ${email.subject}` : email.subject, ticket),
    isPaced: true,
    isArchived: true,
    follows: content.follows,
    recallSeconds,
    ...(others && {
      about: reportedAddress(platform, finding),
      carries: others.map(({ recordId, address }) => ({ id: recordId, about: address })),
    }),
  }
}

/** A desk's system finds its ticket by the number in the subject; it is added once. */
const withTicket = (subject: string, ticket: string | undefined): string =>
  ticket === undefined || subject.includes(ticket) ? subject : `${subject} ${ticket}`

/** For notices that Brandkeep sends automatically: locks the finding; undefined when it is no longer in scope. */
export async function lockForNotice(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  findingId: string,
): Promise<LockedFinding | undefined> {
  return (await lockFindings(db, platform, scope, [findingId]))[0]
}

/** Whether the same notice about a locked finding is queued or was sent. */
export async function wasSent(db: Db, finding: LockedFinding, fields: NoticeFields): Promise<boolean> {
  return (await alreadySent(db, [finding], fields)).length > 0
}

/** Whether a finding lacks the approval that its company requires before enforcement. */
export async function lacksApproval(db: Db, finding: LockedFinding): Promise<boolean> {
  return (await lackingApproval(db, [finding])).size > 0
}

/** Adds a manually entered address to the known abuse contacts of a host or registrar (G74). */
export async function saveEnteredContact(
  db: Db,
  userId: string,
  contact: { name: string; email: string },
): Promise<void> {
  await saveContact(db, userId, { registrar: contact.name, hosting: null, abuseEmail: contact.email })
}
