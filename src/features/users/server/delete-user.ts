import { revokeAccess } from '#features/sessions/server/revoke-access.ts'
import type { users } from '#features/users/contract.ts'
import { cannotDeleteSelf, noAccess, userDeleted } from '#features/users/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { withdrawEmails } from '#kit/server/withdraw-emails.ts'
import { userSubject } from './log-subject.ts'
import { requireRemainingAdmin } from './require-remaining-admin.ts'
import { lockWithAdmins, markDeleted, wholePersonById } from './queries.ts'

/** Soft-deletes a user (G101). Throws 409 for oneself and for the last Admin. */
export async function deleteUser({ input, session, db }: Call<typeof users.remove>): Promise<{ message: string }> {
  if (input.id === session.userId) throw new Problem(409, cannotDeleteSelf)
  const locked = await lockWithAdmins(db, input.id)
  const person = locked.find((one) => one.id === input.id)
  if (!person) throw notFound()
  requireRemainingAdmin(locked, { caller: session.userId, leaving: input.id })
  const deleted = (await wholePersonById(db, input.id))!
  await markDeleted(db, input.id)
  await revokeAccess(db, input.id)
  await withdrawEmails(db, deleted.email, noAccess)
  await logDataChange(db, session, {
    type: 'delete',
    model: 'User',
    total: 1,
    subject: userSubject(deleted),
    recordId: input.id,
    companyId: person.companyId ?? undefined,
  })
  return { message: userDeleted }
}
