import type { Db } from '#kit/server/db.ts'
import { endSessionsOfUser, voidCodes, voidResetLinks } from './queries.ts'

/** Ends all by which a person is or could come in: every session, one-time codes and reset links (G23). */
export async function shutOut(db: Db, userId: string): Promise<void> {
  await endSessionsOfUser(db, userId)
  await voidMailed(db, userId)
}

/** Ends what was sent to a person's mail address, when that is another one now: codes and reset links. */
export async function voidMailed(db: Db, userId: string): Promise<void> {
  await voidCodes(db, userId)
  await voidResetLinks(db, userId)
}
