import { resetAuthenticator } from '#features/sessions/server/authenticator.ts'
import type { users } from '#features/users/contract.ts'
import { authenticatorRemoved, cannotResetOwn, labels } from '#features/users/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import { userSubject } from './log-subject.ts'
import { wholePersonById } from './queries.ts'

/**
 * Removes the authenticator app of somebody who lost it, with a row in the data log. Throws 404 when there is none, and
 * 409 for the own one: turning that off needs the password and a code.
 */
export async function resetUserAuthenticator(
  app: AppContext,
  call: Call<typeof users.resetAuthenticator>,
): Promise<{ message: string }> {
  const { db, input, session } = call
  if (input.id === session.userId) throw new Problem(409, cannotResetOwn)
  if (!(await resetAuthenticator(db, app, { userId: input.id, call }))) throw notFound()
  const person = await wholePersonById(db, input.id)
  await logDataChange(db, session, {
    type: 'update',
    model: 'User',
    total: 1,
    subject: person ? userSubject(person) : '',
    recordId: input.id,
    companyId: person?.company?.id,
    changes: [{ field: labels.hasAuthenticator, before: 'Yes', after: 'No' }],
  })
  return { message: authenticatorRemoved }
}
