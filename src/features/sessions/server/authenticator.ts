import type { security } from '#features/sessions/contract.ts'
import type { User } from '#features/sessions/contract-schemas.ts'
import {
  authenticatorInUse,
  currentPasswordWrong,
  googleManagesPassword,
  wrongCode,
  setUpRefused,
} from '#features/sessions/messages.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { isPassword } from '#kit/server/passwords.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import {
  acceptStep,
  addPendingSecret,
  authenticatorOf,
  consumeRecoveryCode,
  countWrongCode,
  hasAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  requiredRoles,
} from './authenticator-queries.ts'
import {
  describeSecret,
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  openSecret,
  sealSecret,
  stepOfCode,
} from './authenticator-secret.ts'
import { completeSession } from './begin-session.ts'
import { callerOf } from './caller.ts'
import { twoFactorEmail } from './emails.ts'
import { limitAttempts } from './limit-attempts.ts'
import { lockPerson, type Person, personById } from './queries.ts'
import { revokeAccess } from './revoke-access.ts'
import { logSignInEvent } from './sign-in-events.ts'

type Enrolment = CallOutput<typeof security.beginAuthenticator>

/** Begins setting up an app for the signed-in person, who types the password again. Throws 401, 403 and 409. */
export async function beginAuthenticator(
  app: AppContext,
  call: Call<typeof security.beginAuthenticator>,
): Promise<Enrolment> {
  const person = await personWithPassword(app, call)
  return storeNewSecret(app, app.db, person)
}

/** The same for somebody whose role needs two-factor sign-in and who has just given the password. Throws 409. */
export async function beginRequired(
  app: AppContext,
  { db, session }: Call<typeof security.beginRequired>,
): Promise<Enrolment> {
  return storeNewSecret(app, db, await personWithoutSecondFactor(db, session.userId))
}

/** Ends the set-up with a code of the app; returns the recovery codes, which are never shown again. Throws 422. */
export async function confirmAuthenticator(
  app: AppContext,
  { input, session, request }: Call<typeof security.confirmAuthenticator>,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, session.userId)
    const codes = await confirmed(app, db, session.userId, input.code)
    if (codes) await noteTurnedOn(app, db, session.userId, callerOf(request))
    return codes
  })
  if (!recoveryCodes) throw invalid({ code: wrongCode })
  return { recoveryCodes }
}

/** The same for the required set-up; the person is signed in then. Throws 409 and 422. */
export async function confirmRequired(
  app: AppContext,
  { input, session, request }: Call<typeof security.confirmRequired>,
): Promise<{ recoveryCodes: string[]; user: User }> {
  const result = await inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, session.userId)
    await personWithoutSecondFactor(db, session.userId)
    const recoveryCodes = await confirmed(app, db, session.userId, input.code)
    if (!recoveryCodes) return undefined
    await noteTurnedOn(app, db, session.userId, callerOf(request))
    return { recoveryCodes, user: await completeSession(db, session, callerOf(request)) }
  })
  if (!result) throw invalid({ code: wrongCode })
  return result
}

/** New recovery codes; the old ones end. Needs the password and a code. */
export async function renewRecoveryCodes(
  app: AppContext,
  call: Call<typeof security.renewRecoveryCodes>,
): Promise<{ recoveryCodes: string[] }> {
  const person = await personWithPassword(app, call)
  const recoveryCodes = await inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, person.id)
    if (!(await useCode(app, db, person.id, call.input.code))) return undefined
    await logSignInEvent(db, { kind: 'recovery-codes', userId: person.id, caller: callerOf(call.request) })
    await enqueueEmail(db, twoFactorEmail(app.settings, person, 'renewed'))
    return storeRecoveryCodes(app, db, person.id)
  })
  if (!recoveryCodes) throw new Problem(401, wrongCode, { fields: { code: wrongCode } })
  return { recoveryCodes }
}

/**
 * Turns the app off. Needs the password and a code. Where the role needs two-factor sign-in, all sessions end, so that
 * the next sign-in leads to a new set-up.
 */
export async function turnOffAuthenticator(
  app: AppContext,
  call: Call<typeof security.turnOff>,
): Promise<{ isSignedOut: boolean }> {
  const person = await personWithPassword(app, call)
  const result = await inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, person.id)
    if (!(await useCode(app, db, person.id, call.input.code))) return undefined
    await removeAuthenticator(db, person.id)
    await logSignInEvent(db, { kind: 'authenticator-off', userId: person.id, caller: callerOf(call.request) })
    await enqueueEmail(db, twoFactorEmail(app.settings, person, 'off'))
    const isSignedOut = !person.twoFactor && (await requiredRoles(db)).includes(person.role)
    if (isSignedOut) await revokeAccess(db, person.id)
    return { isSignedOut }
  })
  if (!result) throw new Problem(401, wrongCode, { fields: { code: wrongCode } })
  return result
}

/** An Admin removes somebody's app: all sessions of the person end. Returns false when there was none. */
export async function resetAuthenticator(
  db: Db,
  app: AppContext,
  params: { userId: string; call: Pick<Call, 'session' | 'request'> },
): Promise<boolean> {
  const { userId, call } = params
  await lockPerson(db, userId)
  const person = await personById(db, userId)
  if (!person || !(await removeAuthenticator(db, userId))) return false
  await revokeAccess(db, userId)
  const caller = callerOf(call.request)
  await logSignInEvent(db, { kind: 'authenticator-reset', userId, actorId: call.session.userId, caller })
  await enqueueEmail(db, twoFactorEmail(app.settings, person, 'reset'))
  return true
}

/**
 * Whether the entered code is right: one of the app that was not used before, or an unused recovery code. Call it with
 * the person locked. A wrong one is counted, so the transaction must be committed.
 */
export async function useCode(
  app: AppContext,
  db: Db,
  userId: string,
  entered: string,
): Promise<'app' | 'recovery' | undefined> {
  const found = await authenticatorOf(db, userId)
  if (!found?.isConfirmed) return undefined
  if (!found.isPaused) {
    const { signingSecret } = app.settings
    const step = await stepOfCode(openSecret(signingSecret, userId, found.secret), entered)
    if (step !== undefined && step > found.lastStep) {
      await acceptStep(db, userId, step)
      return 'app'
    }
    if (await consumeRecoveryCode(db, userId, hashRecoveryCode(signingSecret, userId, entered))) return 'recovery'
  }
  await countWrongCode(db, userId)
  return undefined
}

async function personWithPassword(
  app: AppContext,
  { input, session, request }: { input: { password: string } } & Pick<Call, 'session' | 'request'>,
): Promise<Person> {
  if (session.isGoogle) throw new Problem(403, googleManagesPassword)
  const attempt = { db: app.db, username: session.username, address: request.ip }
  const person = await limitAttempts(attempt, async () => {
    const found = await personById(app.db, session.userId)
    return (await isPassword(found?.passwordHash, input.password)) ? found : undefined
  })
  if (!person) throw new Problem(401, currentPasswordWrong, { fields: { password: currentPasswordWrong } })
  return person
}

/** Somebody with a second factor must use it: a password alone sets up no other. */
async function personWithoutSecondFactor(db: Db, userId: string): Promise<Person> {
  const person = await personById(db, userId)
  if (!person || person.twoFactor || person.isBlocked || (await hasAuthenticator(db, userId)))
    throw new Problem(409, setUpRefused)
  if (!(await requiredRoles(db)).includes(person.role)) throw new Problem(409, setUpRefused)
  return person
}

async function storeNewSecret(app: AppContext, db: Db, person: Person): Promise<Enrolment> {
  const secret = newSecret()
  const { signingSecret, productName: issuer } = app.settings
  if (!(await addPendingSecret(db, person.id, sealSecret(signingSecret, person.id, secret))))
    throw new Problem(409, authenticatorInUse)
  return describeSecret(secret, { issuer, label: person.username })
}

async function confirmed(app: AppContext, db: Db, userId: string, code: string): Promise<string[] | undefined> {
  const found = await authenticatorOf(db, userId)
  if (!found || found.isConfirmed || found.isPaused) return undefined
  const step = await stepOfCode(openSecret(app.settings.signingSecret, userId, found.secret), code)
  if (step === undefined) {
    await countWrongCode(db, userId)
    return undefined
  }
  await acceptStep(db, userId, step)
  return storeRecoveryCodes(app, db, userId)
}

async function storeRecoveryCodes(app: AppContext, db: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(app.settings.signingSecret, userId, code))
  await replaceRecoveryCodes(db, userId, hashes)
  return codes
}

async function noteTurnedOn(app: AppContext, db: Db, userId: string, caller: ReturnType<typeof callerOf>) {
  await logSignInEvent(db, { kind: 'authenticator-on', userId, caller })
  const person = await personById(db, userId)
  if (person) await enqueueEmail(db, twoFactorEmail(app.settings, person, 'on'))
}
