import { composeNotice, noticeValues } from '#features/enforcement-config/server/compose-notice.ts'
import type { NoticeConfiguration } from '#features/enforcement-config/server/configuration-for.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import type { Sender } from '#features/notices/server/compose-report.ts'
import { prepareNotices } from '#features/notices/server/prepare-notices.ts'
import type { Actor } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type OutgoingEmail, enqueueEmails } from '#kit/server/mail.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Role } from '#vocabulary/roles.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import { alreadySent, type LockedFinding, lockFindings, saveContact, ticketsOf } from './queries.ts'
import type { NoticeFields } from './read-fields.ts'
import { type NewRecord, recordEnforcements } from './record-enforcement.ts'

/** A notice about to be enqueued: one record and one email about one finding. */
export type NoticeDraft = {
  finding: LockedFinding
  record: NewRecord & { id: string; abuseEmail: string }
  email: OutgoingEmail
}

/** The common parameters of notices that are enqueued together. */
export type EnqueueNoticesParams = {
  platform: FindingPlatformDefinition
  scope: Scope
  actor: Actor
  /** The sender named in the XARF report. */
  sender: Sender
  /** Who sends an incomplete notice, and the reason. */
  override?: { userId: string; role: Role; reason: string | undefined } | undefined
  batchId?: string | undefined
}

/** The notice about a locked finding: its record and its email share one id. */
export function draftOf(
  platform: FindingPlatformDefinition,
  finding: LockedFinding,
  fields: NoticeFields,
  configuration: Pick<NoticeConfiguration, 'mailBody' | 'attachments'>,
): NoticeDraft {
  const notice = composeNotice(configuration.mailBody, valuesFor(platform, finding, fields))
  return draftWith(finding, fields, { ...notice, attachments: configuration.attachments })
}

/** The placeholder values of a notice about a locked finding. */
export function valuesFor(platform: FindingPlatformDefinition, finding: LockedFinding, fields: NoticeFields) {
  const { company, brand, url, domain } = finding
  const { registrar, ipAddress, hosting, date } = fields
  return noticeValues({ platform: platform.value, company, brand, url, domain, registrar, ipAddress, hosting, date })
}

type EmailContent = Pick<OutgoingEmail, 'subject' | 'text' | 'html' | 'attachments' | 'follows'>

/** The notice about a locked finding, with an email that is already composed. */
export function draftWith(finding: LockedFinding, fields: NoticeFields, content: EmailContent): NoticeDraft {
  const id = newId()
  const { subject, text, html, attachments, follows } = content
  return {
    finding,
    record: { ...fields, id, findingId: finding.id, status: inProgress },
    email: {
      id,
      kind: 'enforcement',
      to: fields.abuseEmail,
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      ...(attachments === undefined ? {} : { attachments }),
      isPaced: true,
      isArchived: true,
      follows,
    },
  }
}

/**
 * The only function that sends notices. Writes, in the caller's transaction, the records, status 11, the log, the
 * emails with their XARF reports, and any override. 422 names what is missing. Returns the ids of the records.
 */
export async function enqueueNotices(
  db: Db,
  params: EnqueueNoticesParams,
  drafts: readonly NoticeDraft[],
): Promise<string[]> {
  const { platform, scope, actor, sender, override, batchId } = params
  const prepared = await prepareNotices(
    db,
    { platform, scope, sender, session: override, override: override?.reason },
    drafts.map(({ finding, record }) => ({ ...record, findingId: finding.id, recordId: record.id })),
  )
  const recordIds = await recordEnforcements(db, {
    platform,
    scope,
    actor,
    module: 'enforcement-mail',
    lockedFindings: drafts.map(({ finding }) => finding),
    records: drafts.map(({ record }) => record),
    ...(batchId === undefined ? {} : { batchId }),
  })
  const tickets = await ticketsOf(
    db,
    drafts.map(({ record }) => record),
  )
  await enqueueEmails(
    db,
    drafts.map(({ email, record }) => {
      const report = prepared.reports.get(record.id)
      const ticket = tickets.get(`${record.findingId} ${record.abuseEmail.toLowerCase()}`)
      return {
        ...email,
        subject: withTicket(email.subject, ticket),
        ...(report ? { attachments: [...(email.attachments ?? []), report] } : {}),
      }
    }),
  )
  await prepared.saveOverrides(db)
  return recordIds
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

/** Adds a manually entered address to the known abuse contacts of a host or registrar (G74). */
export async function saveEnteredContact(
  db: Db,
  userId: string,
  contact: { name: string; email: string },
): Promise<void> {
  await saveContact(db, userId, { registrar: contact.name, hosting: null, abuseEmail: contact.email })
}
