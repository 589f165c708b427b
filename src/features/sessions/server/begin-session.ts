import type { User } from '#features/sessions/contract-schemas.ts'
import type { Db } from '#kit/server/db.ts'
import { newToken } from '#kit/server/id.ts'
import { networkOf } from '#kit/server/network-of.ts'
import { signedOut } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { rememberAddress } from './attempt-queries.ts'
import type { Caller } from './caller.ts'
import { logSignInEvent } from './sign-in-events.ts'
import { presentUser } from './present-user.ts'
import { addSession, personById } from './queries.ts'
import { endSession } from './session-queries.ts'

/** A full token is valid for twelve hours (G23), a limited one for ten minutes (G21). */
const FULL_MINUTES = 12 * 60
const LIMITED_MINUTES = 10

/** Signs a person in: inserts the session row, remembers the address, and returns the user with the token. */
export async function beginSession(db: Db, userId: string, caller: Caller): Promise<User> {
  const { token, hash } = newToken()
  await addSession(db, { tokenHash: hash, userId, kind: 'full', minutes: FULL_MINUTES, caller })
  await logSignInEvent(db, { kind: 'signed-in', userId, caller })
  await rememberAddress(db, userId, networkOf(caller.address))
  const person = await personById(db, userId)
  if (!person) throw signedOut()
  return presentUser(person, token)
}

/**
 * The full session that follows a limited one, which it ends. Throws 401 when that has ended meanwhile: a block, a new
 * password or another device may have waited for the same person's lock.
 */
export async function completeSession(db: Db, limited: Session, caller: Caller): Promise<User> {
  if (!(await endSession(db, limited.tokenHash))) throw signedOut()
  return beginSession(db, limited.userId, caller)
}

/** A token that is accepted only by the one-time-code calls. */
export async function beginLimitedSession(db: Db, userId: string): Promise<string> {
  const { token, hash } = newToken()
  await addSession(db, { tokenHash: hash, userId, kind: 'limited', minutes: LIMITED_MINUTES })
  return token
}
