import { addressEmails, passwordEmail } from '#features/sessions/server/emails.ts'
import { revokeAccess, voidEmailedTokens } from '#features/sessions/server/revoke-access.ts'
import type { Person, UserForm, users } from '#features/users/contract.ts'
import {
  labels,
  cannotRemoveOwnAccess,
  cannotChangeOwnSignIn,
  noAccess,
  userUpdated,
} from '#features/users/messages.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { isRequired } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { editConflictMessage } from '#kit/server/versions.ts'
import { withdrawEmails } from '#kit/server/withdraw-emails.ts'
import type { FieldChange } from '#vocabulary/data-log.ts'
import { userChanges, userSubject } from './log-subject.ts'
import { requireRemainingAdmin } from './require-remaining-admin.ts'
import { changePerson, type LockedPerson, lockWithAdmins, type StoredPerson, wholePersonById } from './queries.ts'
import { refuseCommonPassword, refuseTaken, storedPerson, uniqueIndexes } from './store-person.ts'

/** Changes a user. Throws 404, 409 and 422 as `updateChecked` does. */
export async function updateUser(
  app: AppContext,
  { input, session }: Call<typeof users.update>,
): Promise<CallOutput<typeof users.update>> {
  await refuseCommonPassword(app.settings, input)
  const newHash = input.passwordHash && !input.isGoogleAuth ? await hashPassword(input.passwordHash) : undefined
  return uniqueViolationAsProblem(
    inTransaction(app.pool, async ({ db }) => {
      const { person, before, changes } = await updateChecked(db, session, { form: input, id: input.id, newHash })
      if (!person.isBlocked) {
        const emails = isSameAddress(person, before) ? [] : addressEmails(app.settings, person, before.email)
        if (newHash) emails.push(passwordEmail(app.settings, person, 'admin'))
        for (const email of emails) await enqueueEmail(db, email)
      }
      await logDataChange(db, session, {
        type: 'update',
        model: 'User',
        total: 1,
        subject: userSubject(person),
        recordId: input.id,
        companyId: person.company?.id,
        changes,
      })
      return { message: userUpdated, data: person }
    }),
    uniqueIndexes,
  )
}

/**
 * Updates a user without writing to the data log; returns the user, as it was before too, and the changed fields.
 * Blocking, a new role, company or password, and switching Google sign-in all end every session at once (G23). A new email voids links and codes sent to the old one. Throws 409 when
 * the form was filled from an older version, when Admins block or demote themselves or the last Admin, and when they
 * change their own sign-in method. `lock` locks at least the user, and every Admin if one would be removed.
 */
export async function updateChecked(
  db: Db,
  session: Session,
  {
    form,
    id,
    newHash,
    lock = lockWithAdmins,
  }: { form: UserForm; id: string; newHash?: string | undefined; lock?: typeof lockWithAdmins },
): Promise<{ person: Person; before: Person; changes: FieldChange[] }> {
  const locked = await lock(db, id)
  const before = locked.find((one) => one.id === id)
  const current = before && (await wholePersonById(db, id))
  if (!before || !current) throw notFound()
  if (form.version !== undefined && form.version !== current.version)
    throw new Problem(409, editConflictMessage, { extra: { current } })
  const person = storedPerson(form, { id, passwordHash: newHash ?? before.passwordHash, before })
  if (!person.isGoogle && !person.passwordHash) throw invalid({ passwordHash: isRequired(labels.passwordHash) })
  const staysAdmin = person.role === 'Admin' && !person.isBlocked
  if (id === session.userId && !staysAdmin) throw new Problem(409, cannotRemoveOwnAccess)
  if (id === session.userId && person.isGoogle !== before.isGoogle) throw new Problem(409, cannotChangeOwnSignIn)
  requireRemainingAdmin(locked, { caller: session.userId, leaving: staysAdmin ? undefined : id })
  await refuseTaken(db, person, before)
  await changePerson(db, person)
  if (seesLess(before, person)) await withdrawEmails(db, current.email, noAccess)
  if (losesSessions(before, person)) await revokeAccess(db, person.id)
  else if (!isSameAddress(person, current)) await voidEmailedTokens(db, person.id)
  const saved = (await wholePersonById(db, id))!
  return {
    person: saved,
    before: current,
    changes: userChanges(current, saved, { isNewPassword: newHash !== undefined }),
  }
}

type HasAddress = { email: string }
const isSameAddress = (one: HasAddress, other: HasAddress) => one.email.toLowerCase() === other.email.toLowerCase()

/** Whether waiting emails may say what the person may no longer read. */
const seesLess = (before: LockedPerson, after: StoredPerson): boolean =>
  after.isBlocked || after.companyId !== before.companyId || (after.role === 'Client' && before.role !== 'Client')

function losesSessions(before: LockedPerson, after: StoredPerson): boolean {
  return (
    after.isBlocked ||
    after.role !== before.role ||
    after.companyId !== before.companyId ||
    after.passwordHash !== before.passwordHash ||
    after.isGoogle !== before.isGoogle
  )
}
