import { shutOut } from '#features/sessions/server/shut-out.ts'
import type { users } from '#features/users/contract.ts'
import { labels, notOwnAccess, userUpdated } from '#features/users/messages.ts'
import type { Answers } from '#kit/contract/endpoint.ts'
import { isRequired } from '#kit/contract/texts.ts'
import { recordData } from '#kit/server/audit.ts'
import { inTransaction } from '#kit/server/db.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { Call, House } from '#kit/server/serve.ts'
import { orTaken } from '#kit/server/taken.ts'
import { changedMeanwhile } from '#kit/server/versions.ts'
import { keepAnAdmin } from './keep-an-admin.ts'
import { changePerson, type LockedPerson, lockWithAdmins, type StoredPerson, wholePersonById } from './queries.ts'
import { refuseTaken, storedPerson, uniqueIndexes } from './store-person.ts'

/**
 * Changes a user. Whoever is blocked, gets another role, company or password, or is signed in by Google from now
 * on, is out of every session at once (G23). Throws 409 when the form was filled from an older version, and when an
 * Admin would block or demote oneself or the last Admin.
 */
export async function updateUser(
  house: House,
  { input, session }: Call<typeof users.update>,
): Promise<Answers<typeof users.update>> {
  const newHash = input.passwordHash && !input.isGoogleAuth ? await hashPassword(input.passwordHash) : undefined
  return orTaken(
    inTransaction(house.pool, async ({ db }) => {
      const locked = await lockWithAdmins(db, input.id)
      const before = locked.find((one) => one.id === input.id)
      const current = before && (await wholePersonById(db, input.id))
      if (!before || !current) throw notFound()
      if (input.version !== undefined && input.version !== current.version)
        throw new Problem(409, changedMeanwhile, { extra: { current } })
      const person = storedPerson(input, { id: input.id, passwordHash: newHash ?? before.passwordHash, before })
      if (!person.isGoogle && !person.passwordHash) throw invalid({ passwordHash: isRequired(labels.passwordHash) })
      const staysAdmin = person.role === 'Admin' && !person.isBlocked
      if (input.id === session.userId && !staysAdmin) throw new Problem(409, notOwnAccess)
      keepAnAdmin(locked, { caller: session.userId, leaving: staysAdmin ? undefined : input.id })
      await refuseTaken(db, person)
      await changePerson(db, person)
      if (losesSessions(before, person)) await shutOut(db, person.id)
      await recordData(db, session, {
        type: 'update',
        model: 'User',
        total: 1,
        companyId: person.companyId ?? undefined,
      })
      return { message: userUpdated, data: (await wholePersonById(db, input.id))! }
    }),
    uniqueIndexes,
  )
}

function losesSessions(before: LockedPerson, after: StoredPerson): boolean {
  return (
    after.isBlocked ||
    after.role !== before.role ||
    after.companyId !== before.companyId ||
    after.passwordHash !== before.passwordHash ||
    after.isGoogle !== before.isGoogle
  )
}
