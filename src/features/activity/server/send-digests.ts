import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { today } from '#vocabulary/dates.ts'
import { peopleDue, takeWaiting } from './choice-queries.ts'
import { digestEmail, type DigestLine } from './line-texts.ts'
import { lineById } from './queries.ts'
import type { Subjects } from './subject.ts'

/** Daily emails are sent from this hour of the business day. */
const digestHour = 8
/** Lines in one email; the others are counted. */
const maxLines = 50

/** Sends the daily email to everybody for whom lines wait, once a business day. */
export async function sendDueDigests(app: AppContext, subjects: Subjects, now = new Date()): Promise<void> {
  const { businessZone: zone } = app.settings
  if (Number(hourOf(now, zone)) < digestHour) return
  const day = today(zone, now)
  for (const userId of await peopleDue(app.db, day))
    await inTransaction(app.pool, ({ db }) => sendDigest({ app, subjects, db }, userId, day))
}

const hourOf = (now: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now)

type DigestDeps = { app: AppContext; subjects: Subjects; db: Db }

/** What the person may no longer see is left out; nothing left means no email. */
async function sendDigest({ app, subjects, db }: DigestDeps, userId: string, day: string): Promise<void> {
  const waiting = await takeWaiting(db, userId, day)
  const session = await sessionOfUser(db, userId)
  if (!session) return
  const lines: DigestLine[] = []
  for (const one of waiting.slice(0, maxLines)) {
    const found = await readable({ subjects, db }, session, one)
    if (found) lines.push(found)
  }
  if (lines.length === 0) return
  const left = Math.max(0, waiting.length - maxLines)
  const email = digestEmail(app.settings, { lines, left })
  await enqueueEmail(db, { ...email, to: await addressOf(db, userId), isPaced: true })
}

type Waiting = Awaited<ReturnType<typeof takeWaiting>>[number]

async function readable(
  { subjects, db }: Pick<DigestDeps, 'subjects' | 'db'>,
  session: Session,
  waiting: Waiting,
): Promise<DigestLine | undefined> {
  const subject = await subjects[waiting.subjectKind]?.(db, session, waiting.subjectId)
  const line = subject && (await lineById(db, waiting))
  return line && (!line.isInternal || isStaff(session)) ? { subject, line } : undefined
}
