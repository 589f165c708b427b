import type { Db } from '#kit/server/db.ts'
import { voidCodes, voidResetLinks } from './queries.ts'
import { endSessionsOfUser } from './session-queries.ts'

/** Ends every session, one-time code and reset link of a person (G23). */
export async function revokeAccess(db: Db, userId: string): Promise<void> {
  await endSessionsOfUser(db, userId)
  await voidEmailedTokens(db, userId)
}

/** Voids the codes and reset links that were emailed to a person, for when the email address changes. */
export async function voidEmailedTokens(db: Db, userId: string): Promise<void> {
  await voidCodes(db, userId)
  await voidResetLinks(db, userId)
}
