import type { UserForm } from '#features/users/contract.ts'
import { labels } from '#features/users/messages.ts'
import { isNotValid } from '#kit/contract/texts.ts'
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
    ...(taken.email ? { email: alreadyExists(labels.email) } : {}),
    ...(taken.employeeCode ? { employeeCode: alreadyExists(labels.employeeCode) } : {}),
    ...(person.companyId && !(await isCompany(db, person.companyId)) ? { company: isNotValid(labels.company) } : {}),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** Unique indexes by name, for when two are saved at the same moment. */
export const uniqueIndexes = {
  users_username: ['email', labels.email],
  users_email: ['email', labels.email],
  users_employee_code: ['employeeCode', labels.employeeCode],
} as const

const alreadyExists = (label: string) => `${label} already exists`
