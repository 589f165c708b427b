import type { UserForm } from '#features/users/contract.ts'
import { labels } from '#features/users/messages.ts'
import { alreadyExists, isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import { isCompany, type StoredPerson, takenOf } from './queries.ts'

/** What is true of a person before the form says otherwise. */
type Before = { isBlocked: boolean; isGoogle: boolean; twoFactor: boolean }

/**
 * What is stored of a form: the username is the e-mail address, a company only for a Client, an employee code
 * only for staff, and whoever Google signs in has neither a second factor nor a password here.
 */
export function storedPerson(
  form: UserForm,
  of: { id: string; passwordHash: string | null; before?: Before },
): StoredPerson {
  const isGoogle = form.isGoogleAuth ?? of.before?.isGoogle ?? false
  return {
    id: of.id,
    email: form.email,
    firstName: form.firstName,
    lastName: form.lastName,
    mobile: form.mobile,
    role: form.role,
    companyId: form.role === 'Client' ? (form.company ?? null) : null,
    employeeCode: form.role === 'Client' ? null : (form.employeeCode ?? null),
    twoFactor: !isGoogle && (form.twoFactorAuth ?? of.before?.twoFactor ?? false),
    isGoogle,
    isBlocked: form.isBlocked ?? of.before?.isBlocked ?? false,
    passwordHash: isGoogle ? null : of.passwordHash,
  }
}

/** Refuses a company that is not there and what another person has already, all at once. Throws 422. */
export async function refuseTaken(db: Db, person: StoredPerson): Promise<void> {
  const taken = await takenOf(db, person)
  const problems = {
    ...(taken.email ? takenFields.users_email : {}),
    ...(taken.employeeCode ? takenFields.users_employee_code : {}),
    ...(person.companyId && !(await isCompany(db, person.companyId)) ? { company: isNotValid(labels.company) } : {}),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** What the database says when two are saved at the same moment. */
export const takenFields = {
  users_username: { email: alreadyExists(labels.email) },
  users_email: { email: alreadyExists(labels.email) },
  users_employee_code: { employeeCode: alreadyExists(labels.employeeCode) },
} as const
