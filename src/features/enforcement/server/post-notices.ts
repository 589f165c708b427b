import { composeNotice, noticeValues } from '#features/enforcement-config/server/compose-notice.ts'
import type { NoticeConfiguration } from '#features/enforcement-config/server/configuration-for.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import type { Sender } from '#features/notices/server/compose-report.ts'
import { makeReady } from '#features/notices/server/make-ready.ts'
import type { Actor } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type Letter, postLetters } from '#kit/server/mail.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Role } from '#vocabulary/roles.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import { alreadySent, type HeldFinding, holdFindings, keepContact } from './queries.ts'
import type { NoticeFacts } from './read-facts.ts'
import { type NewRecord, recordEnforcements } from './record-enforcement.ts'

/** A notice about to be posted: one record, one letter, one finding. */
export type NoticeDraft = {
  finding: HeldFinding
  record: NewRecord & { id: string; abuseEmail: string }
  letter: Letter
}

export type Posting = {
  platform: FindingPlatformDefinition
  scope: Scope
  actor: Actor
  /** Whom the report names as its sender. */
  sender: Sender
  /** Who sends although something is missing, and why. */
  override?: { userId: string; role: Role; reason: string | undefined } | undefined
  batchId?: string | undefined
}

/** The notice about a held finding: its record and its letter, under one id. */
export function draftOf(
  platform: FindingPlatformDefinition,
  finding: HeldFinding,
  facts: NoticeFacts,
  configuration: Pick<NoticeConfiguration, 'mailBody' | 'attachments'>,
): NoticeDraft {
  const notice = composeNotice(configuration.mailBody, valuesFor(platform, finding, facts))
  return draftWith(finding, facts, { ...notice, attachments: configuration.attachments })
}

/** What placeholders stand for in a notice about a held finding. */
export function valuesFor(platform: FindingPlatformDefinition, finding: HeldFinding, facts: NoticeFacts) {
  const { company, brand, url, domain } = finding
  const { registrar, ipAddress, hosting, date } = facts
  return noticeValues({ platform: platform.value, company, brand, url, domain, registrar, ipAddress, hosting, date })
}

type Written = Pick<Letter, 'subject' | 'text' | 'html' | 'attachments' | 'follows'>

/** The same with a letter that is written already. */
export function draftWith(finding: HeldFinding, facts: NoticeFacts, written: Written): NoticeDraft {
  const id = newId()
  const { subject, text, html, attachments, follows } = written
  return {
    finding,
    record: { ...facts, id, findingId: finding.id, status: inProgress },
    letter: {
      id,
      kind: 'enforcement',
      to: facts.abuseEmail,
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      ...(attachments === undefined ? {} : { attachments }),
      isPaced: true,
      isKept: true,
      follows,
    },
  }
}

/**
 * The one door through which notices leave: in the caller's transaction their records, status 11, the log, the letters with
 * their reports, and who sent them although something was missing. 422 names what is missing. Answers the records' ids.
 */
export async function postNotices(db: Db, posting: Posting, drafts: readonly NoticeDraft[]): Promise<string[]> {
  const { platform, scope, actor, sender, override, batchId } = posting
  const ready = await makeReady(
    db,
    { platform, scope, sender, session: override, override: override?.reason },
    drafts.map(({ finding, record }) => ({ ...record, findingId: finding.id, recordId: record.id })),
  )
  const made = await recordEnforcements(db, {
    platform,
    scope,
    actor,
    module: 'enforcement-mail',
    held: drafts.map(({ finding }) => finding),
    records: drafts.map(({ record }) => record),
    ...(batchId === undefined ? {} : { batchId }),
  })
  await postLetters(
    db,
    drafts.map(({ letter, record }) => {
      const report = ready.reports.get(record.id)
      return report ? { ...letter, attachments: [...(letter.attachments ?? []), report] } : letter
    }),
  )
  await ready.keepOverrides(db)
  return made
}

/** For a notice that the house sends by itself: holds the finding, unless it is gone from the scope. */
export async function holdForNotice(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  findingId: string,
): Promise<HeldFinding | undefined> {
  return (await holdFindings(db, platform, scope, [findingId]))[0]
}

/** Whether the same notice about a held finding is on its way or has left. */
export async function wasSent(db: Db, finding: HeldFinding, facts: NoticeFacts): Promise<boolean> {
  return (await alreadySent(db, [finding], facts)).length > 0
}

/** An address that somebody entered for a host or a registrar joins the known ones of that name (G74). */
export async function keepEnteredContact(db: Db, userId: string, of: { name: string; email: string }): Promise<void> {
  await keepContact(db, userId, { registrar: of.name, hosting: null, abuseEmail: of.email })
}
