import { activityModel } from '#features/notifications/rules.ts'
import { notifyPeople } from '#features/notifications/server/notify-people.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueueEmails } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { isStaff } from '#kit/server/session.ts'
import { addToDigests } from './choice-queries.ts'
import { lineEmail, noticeText } from './line-texts.ts'
import { recipientsOf } from './people-queries.ts'
import { linesByIds, type StoredLine } from './queries.ts'
import type { Subject, Subjects } from './subject.ts'

/** Payload of the job `line-written`. */
type Written = { lineId: string; companyId: string; subjectKind: 'finding' | 'cluster'; subjectId: string }

type Recipient = Awaited<ReturnType<typeof recipientsOf>>[number]

/**
 * Notifies whom a line concerns, each as the person has chosen: bell, an email at once, or the daily email. Nobody is
 * who cannot see the subject at this moment, and no client of an internal line. Run twice, it notifies once: the notice
 * has the line's id.
 */
export async function notifyOfLine(app: AppContext, subjects: Subjects, written: Written): Promise<void> {
  await inTransaction(app.pool, async ({ db }) => {
    const line = (await linesByIds(db, [written])).get(written.lineId)
    const author = await sessionOfUser(db, line?.userId ?? '00000000-0000-0000-0000-000000000000')
    const subject = author && (await subjects[written.subjectKind]?.(db, author, written.subjectId))
    if (!line || !subject) return
    const recipients = await allowed(db, { subjects, subject, line }, await recipientsOf(db, { subject, line }))
    const notice = {
      id: written.lineId,
      companyId: subject.companyId,
      brandId: subject.brandId,
      platform: subject.platform,
      model: activityModel,
      text: noticeText(subject, line),
      findingIds: subject.kind === 'finding' ? [subject.id] : [],
    }
    const ring = recipients.filter(({ bell }) => bell === 'at-once').map(({ userId }) => userId)
    if (!(await notifyPeople(db, notice, ring))) return
    await emailAtOnce(app, db, { subject, line, recipients })
    await addToDigests(db, { ...written, userIds: idsOf(recipients, 'daily') })
  })
}

const idsOf = (recipients: readonly Recipient[], email: string): string[] =>
  recipients.filter((one) => one.email === email).map(({ userId }) => userId)

type AboutLine = { subjects: Subjects; subject: Subject; line: StoredLine }

/** Those who can see the subject with the session they would get now. */
async function allowed(db: Db, about: AboutLine, recipients: readonly Recipient[]): Promise<Recipient[]> {
  const found: Recipient[] = []
  for (const one of recipients) if (await maySee(db, about, one.userId)) found.push(one)
  return found
}

async function maySee(db: Db, { subjects, subject, line }: AboutLine, userId: string): Promise<boolean> {
  const session = await sessionOfUser(db, userId)
  if (!session || (line.isInternal && !isStaff(session))) return false
  return (await subjects[subject.kind]?.(db, session, subject.id)) !== undefined
}

type ToEmail = { subject: Subject; line: StoredLine; recipients: readonly Recipient[] }

async function emailAtOnce(app: AppContext, db: Db, { subject, line, recipients }: ToEmail): Promise<void> {
  const emails = []
  for (const userId of idsOf(recipients, 'at-once')) {
    const to = await addressOf(db, userId)
    emails.push({ ...lineEmail(app.settings, subject, line), to, isPaced: true })
  }
  if (emails.length > 0) await enqueueEmails(db, emails)
}
