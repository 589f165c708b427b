import type { sessions } from '#features/sessions/contract.ts'
import {
  brokenLink,
  currentPasswordWrong,
  googleManagesPassword,
  passwordUpdated,
  samePassword,
} from '#features/sessions/messages.ts'
import { passwordProblem } from '#features/sessions/rules.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { hashToken } from '#kit/server/id.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { networkOf } from '#kit/server/network-of.ts'
import { hashPassword, isPassword } from '#kit/server/passwords.ts'
import { invalid, Problem, signedOut } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { rememberAddress } from './attempt-queries.ts'
import { callerOf } from './caller.ts'
import { commonPasswordProblem } from './common-password-problem.ts'
import { passwordEmail } from './emails.ts'
import { limitAttempts } from './limit-attempts.ts'
import { findResetLink, lockPerson, personById, setPassword, consumeResetLink } from './queries.ts'
import { revokeAccess } from './revoke-access.ts'
import { logSignInEvent } from './sign-in-events.ts'

type UpdateCall = Call<typeof sessions.updatePassword>

/** Changes one's own password (isLogin 1) or sets it by a reset link (isLogin 0); ends the user's sessions (G28). */
export async function updatePassword(app: AppContext, call: UpdateCall): Promise<{ message: string }> {
  await (call.input.isLogin ? changeOwnPassword(app, call) : setFromLink(app, call))
  return { message: passwordUpdated }
}

async function changeOwnPassword(app: AppContext, { input, request }: UpdateCall): Promise<void> {
  // The call is public, so there may be no session.
  const session = request.session as Session | undefined
  if (session?.kind !== 'full' || !session.tokenHash.equals(hashToken(input.token))) throw signedOut()
  if (session.isGoogle) throw new Problem(403, googleManagesPassword)
  refuseWeak(input.newPassword)
  await refuseCommon(app, input.newPassword, session.userId)
  const person = await limitAttempts({ db: app.db, username: session.username, address: request.ip }, async () => {
    const found = await personById(app.db, session.userId)
    return (await isPassword(found?.passwordHash, input.password ?? '')) ? found : undefined
  })
  if (!person) throw new Problem(401, currentPasswordWrong, { fields: { password: currentPasswordWrong } })
  if (input.newPassword === input.password) throw invalid({ newPassword: samePassword })
  const hash = await hashPassword(input.newPassword)
  const caller = callerOf(request)
  await inTransaction(app.pool, async ({ db }) => {
    await replacePassword(db, session.userId, hash)
    await enqueueEmail(db, passwordEmail(app.settings, person, 'own'))
    await logSignInEvent(db, { kind: 'password-changed', userId: session.userId, caller })
  })
}

async function setFromLink(app: AppContext, { input, request }: UpdateCall): Promise<void> {
  const tokenHash = hashToken(input.token)
  const link = await findResetLink(app.db, tokenHash)
  if (!link) throw new Problem(401, brokenLink)
  refuseWeak(input.newPassword)
  await refuseCommon(app, input.newPassword, link.userId)
  const person = await personById(app.db, link.userId)
  if (await isPassword(person?.passwordHash, input.newPassword)) throw invalid({ newPassword: samePassword })
  const hash = await hashPassword(input.newPassword)
  await inTransaction(app.pool, async ({ db }) => {
    const consumed = await consumeResetLink(db, tokenHash)
    if (!consumed) throw new Problem(401, brokenLink)
    await replacePassword(db, consumed.userId, hash)
    if (person) await enqueueEmail(db, passwordEmail(app.settings, person, 'link'))
    await logSignInEvent(db, { kind: 'password-reset', userId: consumed.userId, caller: callerOf(request) })
    // Whoever reads the person's email may sign in from here, however many others guess from elsewhere.
    await rememberAddress(db, consumed.userId, networkOf(request.ip))
  })
}

function refuseWeak(password: string): void {
  const problem = passwordProblem(password)
  if (problem) throw invalid({ newPassword: problem })
}

async function refuseCommon(app: AppContext, password: string, userId: string): Promise<void> {
  const person = await personById(app.db, userId)
  const problem = person && (await commonPasswordProblem(app.settings, password, person))
  if (problem) throw invalid({ newPassword: problem })
}

async function replacePassword(db: Db, userId: string, hash: string): Promise<void> {
  await lockPerson(db, userId)
  await setPassword(db, userId, hash)
  await revokeAccess(db, userId)
}
