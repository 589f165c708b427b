import { timingSafeEqual } from 'node:crypto'
import type { sessions } from '#features/sessions/contract.ts'
import type { User } from '#features/sessions/contract-schemas.ts'
import { wrongCode } from '#features/sessions/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { forbidden, Problem } from '#kit/server/problem.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { useCode } from './authenticator.ts'
import { authenticatorState, hasAuthenticator } from './authenticator-queries.ts'
import { completeSession } from './begin-session.ts'
import { type Caller, callerOf } from './caller.ts'
import { recoveryCodeEmail } from './emails.ts'
import { addWrongTry, codesOfHour, lockPerson, markCodeUsed, personById } from './queries.ts'
import { hashCode } from './send-code.ts'
import { logSignInEvent, logWrongCode } from './sign-in-events.ts'

/**
 * Completes a sign-in with the code from the email, or, where one is set up, of the authenticator app. Throws the same 401 for wrong, expired, used and void codes. A wrong try is stored
 * although the call fails, and the fifth one voids the code (G22).
 */
export async function verifyCode(
  app: AppContext,
  { input, session, request }: Call<typeof sessions.verifyCode>,
): Promise<User> {
  if (input.id !== session.userId) throw forbidden()
  const entered = input.twoFactorAuthCode.join('')
  const caller = callerOf(request)
  const enter = (db: Db) => completeSession(db, session, caller)
  const wrong = (db: Db) => logWrongCode(db, { userId: session.userId, caller })
  const user = await inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, session.userId)
    if (await hasAuthenticator(db, session.userId)) {
      const used = await useCode(app, db, session.userId, entered)
      if (used === 'recovery') await noteRecoveryCode(app, db, { userId: session.userId, caller })
      return used ? enter(db) : wrong(db)
    }
    const code = (await codesOfHour(db, session.userId)).find((one) => one.opens)
    if (!code) return wrong(db)
    if (!timingSafeEqual(code.codeHash, hashCode(app, code.id, entered))) {
      await addWrongTry(db, code.id)
      return wrong(db)
    }
    await markCodeUsed(db, code.id)
    return enter(db)
  })
  if (!user) throw new Problem(401, wrongCode)
  return user
}

async function noteRecoveryCode(app: AppContext, db: Db, who: { userId: string; caller: Caller }): Promise<void> {
  await logSignInEvent(db, { kind: 'recovery-code', ...who })
  const [person, state] = [await personById(db, who.userId), await authenticatorState(db, who.userId)]
  if (person) await enqueueEmail(db, recoveryCodeEmail(app.settings, person, state?.recoveryCodesLeft ?? 0))
}
