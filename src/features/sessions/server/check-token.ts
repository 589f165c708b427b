import type { sessions } from '#features/sessions/contract.ts'
import type { User } from '#features/sessions/contract-schemas.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { hashToken } from '#kit/server/id.ts'
import { signedOut } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import { presentUser } from './present-user.ts'
import { findResetLink, personById } from './queries.ts'

/** The user of a live full session token. Throws 401 for any other token (G24). */
export async function verifyToken(
  { sessionOf }: AppContext,
  { input, db }: Call<typeof sessions.verifyToken>,
): Promise<User> {
  const session = await sessionOf(input.token)
  const person = session?.kind === 'full' ? await personById(db, session.userId) : undefined
  if (!person) throw signedOut()
  return presentUser(person, input.token)
}

/** Whether a token is a live session or a live reset link; one is never accepted in place of the other (G20). */
export async function checkToken(
  { sessionOf }: AppContext,
  { input, db }: Call<typeof sessions.checkToken>,
): Promise<CallOutput<typeof sessions.checkToken>> {
  if ((await sessionOf(input.token))?.kind === 'full') return { status: true, purpose: 'session' }
  if (await findResetLink(db, hashToken(input.token))) return { status: true, purpose: 'reset' }
  return { status: false }
}
