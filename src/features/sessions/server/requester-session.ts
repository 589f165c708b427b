import { requesterGone } from '#features/sessions/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { Session } from '#kit/server/session.ts'
import { staffSessionOf } from './session-of.ts'

/** The session of the person who requested a job. Throws JobRefused once that person may no longer act as staff. */
export async function requesterSession(db: Db, userId: string): Promise<Session> {
  const session = await staffSessionOf(db, userId)
  if (!session) throw new JobRefused(requesterGone)
  return session
}
