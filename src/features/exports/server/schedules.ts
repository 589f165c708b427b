import type { ScheduleRecord } from '#features/exports/contract-schemas.ts'
import { messages } from '#features/exports/messages.ts'
import { allBrands, maxSchedules } from '#features/exports/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { mayChange } from './queue.ts'
import * as queries from './schedule-queries.ts'

/** Saves a download that repeats; 429 when its user has as many as one may. */
export async function saveSchedule(db: Db, { userId }: Session, schedule: queries.NewSchedule): Promise<void> {
  if ((await queries.lockSchedules(db, userId)) >= maxSchedules) throw new Problem(429, messages.tooManySchedules)
  await queries.addSchedule(db, newId(), userId, schedule)
}

/** The caller's repeating downloads; for an Admin those of all staff. */
export async function listSchedules(db: Db, session: Session): Promise<ScheduleRecord[]> {
  const found = await queries.schedulesOf(db, session.role === 'Admin' ? undefined : session.userId)
  return found.map(({ userId, brands, allBrands: isAll, ...one }) => ({
    ...one,
    brand: isAll ? allBrands : brands.join(', '),
    isOwn: mayChange(session, userId),
  }))
}

/** Ends a repetition; 404 for an unknown id, 403 for somebody else's. */
export async function removeSchedule(db: Db, session: Session, id: string): Promise<{ message: string }> {
  const found = await queries.scheduleOwner(db, id)
  if (!found) throw notFound()
  if (!mayChange(session, found.userId)) throw new Problem(403, messages.notYours)
  await queries.deleteSchedule(db, id)
  return { message: messages.scheduleRemoved }
}
