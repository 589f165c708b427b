import { digestHour } from '#features/activity/rules.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { today } from '#vocabulary/dates.ts'
import { assignedTo, type BusinessDay, peopleDue, takeWaiting, type Waiting } from './choice-queries.ts'
import { digestEmail, type DigestLine } from './line-texts.ts'
import { linesByIds } from './queries.ts'
import type { Subject, Subjects } from './subject.ts'

/** Lines in one email; the others are counted. */
const maxLines = 50

/**
 * Sends the daily email to everybody for whom lines wait or who was assigned work, once a business day. One that fails is
 * sent by the next run and does not block others. Throws an AggregateError when some failed.
 */
export async function sendDueDigests(app: AppContext, subjects: Subjects, now = new Date()): Promise<void> {
  const { businessZone: zone } = app.settings
  if (Number(hourOf(now, zone)) < digestHour) return
  const on = { day: today(zone, now), zone }
  const failures: unknown[] = []
  for (const userId of await peopleDue(app.db, on))
    try {
      await inTransaction(app.pool, ({ db }) => sendDigest({ app, subjects, db }, userId, on))
    } catch (failure) {
      failures.push(failure)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} daily emails failed`)
}

const hourOf = (now: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now)

type DigestDeps = { app: AppContext; subjects: Subjects; db: Db }

/** What the person may no longer see is left out and not counted; nothing left means no email. */
async function sendDigest({ app, subjects, db }: DigestDeps, userId: string, on: BusinessDay): Promise<void> {
  const assigned = await assignedTo(db, userId, on)
  const waiting = await takeWaiting(db, userId, on)
  const session = await sessionOfUser(db, userId)
  if (!session || !waiting) return
  const subjectOf = subjectReader({ subjects, db }, session)
  const stored = await linesByIds(db, waiting)
  const lines: DigestLine[] = []
  for (const one of waiting) {
    const [subject, line] = [await subjectOf(one), stored.get(one.lineId)]
    if (subject && line && (!line.isInternal || isStaff(session))) lines.push({ subject, line })
  }
  if (lines.length === 0 && assigned.length === 0) return
  const content = { firstName: session.firstName, lines: lines.slice(0, maxLines), count: lines.length, assigned }
  const email = digestEmail(app.settings, content)
  await enqueueEmail(db, { ...email, to: await addressOf(db, userId), isPaced: true })
}

type SubjectReader = (waiting: Waiting) => Promise<Subject | undefined>

/** Reads what a waiting line is about, as the person sees it, once for all lines about it. */
function subjectReader({ subjects, db }: Pick<DigestDeps, 'subjects' | 'db'>, session: Session): SubjectReader {
  const known = new Map<string, Subject | undefined>()
  return async ({ subjectKind, subjectId }) => {
    if (!known.has(subjectId)) known.set(subjectId, await subjects[subjectKind]?.(db, session, subjectId))
    return known.get(subjectId)
  }
}
