import type { sessions, User } from '#features/sessions/contract.ts'
import { blocked, passwordRequired, usernameRequired, wrongCredentials } from '#features/sessions/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { isPassword } from '#kit/server/passwords.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { beginSession } from './begin-session.ts'
import { callerOf } from './caller.ts'
import { limitAttempts } from './limit-attempts.ts'
import { lockPerson, type Person, personById, personByName } from './queries.ts'
import { sendCode } from './send-code.ts'

/** Signs in with a password, or returns the limited user who must still enter a one-time code (G21, G26). */
export async function authenticate(
  app: AppContext,
  { input, request }: Call<typeof sessions.authenticate>,
): Promise<User> {
  const username = input.username.trim()
  const missing = {
    ...(username ? {} : { username: usernameRequired }),
    ...(input.password ? {} : { password: passwordRequired }),
  }
  if (Object.keys(missing).length > 0) throw invalid(missing)

  const person = await limitAttempts({ db: app.db, username, address: request.ip }, () =>
    personWithPassword(app, username, input.password),
  )
  if (!person) throw new Problem(401, wrongCredentials, { fields: { password: wrongCredentials } })
  if (person.isBlocked) throw new Problem(403, blocked)
  if (person.twoFactor) return sendCode(app, person)
  return inTransaction(app.pool, async ({ db }) => {
    await refuseStale(db, person)
    return beginSession(db, person.id, callerOf(request))
  })
}

/** Checking a password takes time: if it was changed or the person was blocked in between, refuses with 401 (G23). */
async function refuseStale(db: Db, person: Person): Promise<void> {
  await lockPerson(db, person.id)
  const current = await personById(db, person.id)
  if (current?.passwordHash !== person.passwordHash || current.isBlocked)
    throw new Problem(401, wrongCredentials, { fields: { password: wrongCredentials } })
}

/** The person with this username and password; undefined otherwise. Google users have no password here (G26). */
async function personWithPassword(app: AppContext, username: string, password: string): Promise<Person | undefined> {
  const person = await personByName(app.db, username)
  const isCorrect = await isPassword(person?.isGoogle ? undefined : person?.passwordHash, password)
  return isCorrect ? person : undefined
}
