import type { sessions } from '#features/sessions/contract.ts'
import type { User } from '#features/sessions/contract-schemas.ts'
import { blocked, passwordRequired, usernameRequired, wrongCredentials } from '#features/sessions/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { isPassword } from '#kit/server/passwords.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { hasAuthenticator, requiredRoles } from './authenticator-queries.ts'
import { beginLimitedSession, beginSession } from './begin-session.ts'
import { type Caller, callerOf } from './caller.ts'
import { limitAttempts } from './limit-attempts.ts'
import { lockPerson, type Person, personById, personByName } from './queries.ts'
import { presentPendingUser } from './present-user.ts'
import { sendCode } from './send-code.ts'
import { logRefusedTries, logSignInEvent } from './sign-in-events.ts'

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

  const caller = callerOf(request)
  const person = await limitAttempts({ db: app.db, username, address: request.ip }, () =>
    personWithPassword(app, username, input.password),
  ).catch(async (problem: unknown) => {
    if (problem instanceof Problem && problem.status === 429)
      await logRefusedTries(app.db, { userId: (await personByName(app.db, username))?.id ?? null, caller })
    throw problem
  })
  if (!person) await logWrongPassword(app, username, caller)
  if (!person) throw new Problem(401, wrongCredentials, { fields: { password: wrongCredentials } })
  if (person.isBlocked) {
    await logSignInEvent(app.db, { kind: 'blocked', userId: person.id, caller })
    throw new Problem(403, blocked)
  }
  if (await hasAuthenticator(app.db, person.id)) return beginSecondStep(app, person, 'app')
  if (person.twoFactor) return sendCode(app, person, caller)
  if ((await requiredRoles(app.db)).includes(person.role)) return beginSecondStep(app, person, 'set-up')
  return inTransaction(app.pool, async ({ db }) => {
    await refuseStale(db, person)
    return beginSession(db, person.id, caller)
  })
}

/** The password was right; a code of the app is awaited, or, where the role requires it, its set-up. */
async function beginSecondStep(app: AppContext, person: Person, step: 'app' | 'set-up'): Promise<User> {
  return inTransaction(app.pool, async ({ db }) => {
    await refuseStale(db, person)
    return presentPendingUser(person, await beginLimitedSession(db, person.id), step)
  })
}

async function logWrongPassword(app: AppContext, username: string, caller: Caller): Promise<void> {
  const named = await personByName(app.db, username)
  await logSignInEvent(app.db, { kind: 'wrong-password', userId: named?.id ?? null, caller })
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
