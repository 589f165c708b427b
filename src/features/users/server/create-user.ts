import type { users } from '#features/users/contract.ts'
import { userCreated } from '#features/users/messages.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { userSubject } from './log-subject.ts'
import { addPerson, type StoredPerson, wholePersonById } from './queries.ts'
import { refuseCommonPassword, refuseTaken, storedPerson, uniqueIndexes } from './store-person.ts'

/** Creates a user with the typed password, or without one for a Google user. Throws 422. */
export async function createUser(
  app: AppContext,
  { input, session }: Call<typeof users.create>,
): Promise<CallOutput<typeof users.create>> {
  const id = newId()
  await refuseCommonPassword(app.settings, input)
  // Hashing is slow, so it is done before the transaction begins.
  const passwordHash = input.isGoogleAuth ? null : await hashPassword(input.passwordHash ?? '')
  const person = storedPerson(input, { id, passwordHash })
  return uniqueViolationAsProblem(
    inTransaction(app.pool, async ({ db }) => {
      await insertChecked(db, person)
      await logDataChange(db, session, {
        type: 'add',
        model: 'User',
        total: 1,
        subject: userSubject({ ...person, username: person.email }),
        recordId: id,
        companyId: person.companyId ?? undefined,
      })
      return { message: userCreated, data: (await wholePersonById(db, id))! }
    }),
    uniqueIndexes,
  )
}

/** Inserts a user without writing to the data log. Throws 422 when the email or employee code is taken. */
export async function insertChecked(db: Db, person: StoredPerson): Promise<void> {
  await refuseTaken(db, person)
  await addPerson(db, person)
}
