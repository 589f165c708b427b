import type { Db } from '#kit/server/db.ts'
import { newToken } from '#kit/server/id.ts'
import { addSession } from './queries.ts'

/** For tests: a live full token of this person, created without the password. */
export async function signInAs(db: Db, userId: string): Promise<string> {
  const { token, hash } = newToken()
  await addSession(db, { tokenHash: hash, userId, kind: 'full', minutes: 60 })
  return token
}

/** For tests: a token that is accepted only by the one-time-code calls. */
export async function signInLimitedAs(db: Db, userId: string): Promise<string> {
  const { token, hash } = newToken()
  await addSession(db, { tokenHash: hash, userId, kind: 'limited', minutes: 10 })
  return token
}
