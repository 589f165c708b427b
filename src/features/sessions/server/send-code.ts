import { createHmac, randomInt } from 'node:crypto'
import type { sessions } from '#features/sessions/contract.ts'
import type { User } from '#features/sessions/contract-schemas.ts'
import { codeSent, codesComeFromApp } from '#features/sessions/messages.ts'
import { tooManyAttempts } from '#kit/contract/too-many-attempts.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { forbidden, Problem } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { hasAuthenticator } from './authenticator-queries.ts'
import { beginLimitedSession } from './begin-session.ts'
import { type Caller, callerOf } from './caller.ts'
import { codeEmail } from './emails.ts'
import { presentPendingUser } from './present-user.ts'
import { addCode, codesOfHour, lockPerson, type Person, personById, voidCodes } from './queries.ts'
import { logSignInEvent } from './sign-in-events.ts'

const MAX_PER_HOUR = 5
const RESEND_AFTER_SECONDS = 120

/**
 * The first step with two-factor on: emails a code and returns the user with a limited token (G21). No new code is sent
 * while one from the last 120 s is still valid. Throws 429 after five codes in an hour (G22).
 */
export async function sendCode(app: AppContext, person: Person, caller: Caller): Promise<User> {
  return inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, person.id)
    const sent = await codesOfHour(db, person.id)
    const justSent = sent.some((code) => code.opens && code.ageSeconds < RESEND_AFTER_SECONDS)
    if (!justSent) await createCode(db, { app, person, caller, sentThisHour: sent.length })
    return presentPendingUser(person, await beginLimitedSession(db, person.id))
  })
}

/** Sends a new code and voids earlier ones. Throws 429 within 120 s of the last one or after five in an hour. */
export async function resendCode(
  app: AppContext,
  { input, session, db, request }: Call<typeof sessions.resendCode>,
): Promise<{ message: string }> {
  if (input.id !== session.userId) throw forbidden()
  await lockPerson(db, session.userId)
  const person = await personById(db, session.userId)
  if (!person) throw forbidden()
  // A code by email is no way around the app, nor around setting it up.
  if (await hasAuthenticator(db, person.id)) throw new Problem(409, codesComeFromApp)
  if (!person.twoFactor) throw forbidden()
  const sent = await codesOfHour(db, person.id)
  if (sent.some((code) => code.ageSeconds < RESEND_AFTER_SECONDS)) throw new Problem(429, tooManyAttempts)
  await createCode(db, { app, person, caller: callerOf(request), sentThisHour: sent.length })
  return { message: codeSent }
}

async function createCode(
  db: Db,
  params: { app: AppContext; person: Person; caller: Caller; sentThisHour: number },
): Promise<void> {
  if (params.sentThisHour >= MAX_PER_HOUR) throw new Problem(429, tooManyAttempts)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = newId()
  await voidCodes(db, params.person.id)
  await addCode(db, { id, userId: params.person.id, codeHash: hashCode(params.app, id, code) })
  await logSignInEvent(db, { kind: 'code-sent', userId: params.person.id, caller: params.caller })
  await enqueueEmail(db, codeEmail(params.app.settings, params.person, code))
}

/** A plain hash of six digits is easily reversed, so the hash is keyed with the signing secret. */
export const hashCode = (app: AppContext, id: string, code: string): Buffer =>
  createHmac('sha256', app.settings.signingSecret).update(`one-time code ${id} ${code}`).digest()
