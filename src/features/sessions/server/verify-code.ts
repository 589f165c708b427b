import { timingSafeEqual } from 'node:crypto'
import type { sessions, User } from '#features/sessions/contract.ts'
import { wrongCode } from '#features/sessions/messages.ts'
import { inTransaction } from '#kit/server/db.ts'
import { forbidden, Problem } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { beginSession } from './begin-session.ts'
import { callerOf } from './caller.ts'
import { addWrongTry, codesOfHour, endSession, lockPerson, useCode } from './queries.ts'
import { hashCode } from './send-code.ts'

/**
 * Completes a sign-in with the code. Throws the same 401 for wrong, expired, used and void codes. A wrong try is stored
 * although the call fails, and the fifth one voids the code (G22).
 */
export async function verifyCode(
  app: AppContext,
  { input, session, request }: Call<typeof sessions.verifyCode>,
): Promise<User> {
  if (input.id !== session.userId) throw forbidden()
  const entered = input.twoFactorAuthCode.join('')
  const user = await inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, session.userId)
    const code = (await codesOfHour(db, session.userId)).find((one) => one.opens)
    if (!code) return undefined
    if (!timingSafeEqual(code.codeHash, hashCode(app, code.id, entered))) {
      await addWrongTry(db, code.id)
      return undefined
    }
    await useCode(db, code.id)
    await endSession(db, session.tokenHash)
    return beginSession(db, session.userId, callerOf(request))
  })
  if (!user) throw new Problem(401, wrongCode)
  return user
}
