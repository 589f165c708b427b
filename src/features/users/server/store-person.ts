import { commonPasswordProblem } from '#features/sessions/server/common-password-problem.ts'
import type { UserForm } from '#features/users/contract.ts'
import { labels } from '#features/users/messages.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Settings } from '#kit/server/serve.ts'
import { isCompany, type StoredPerson, takenFields } from './queries.ts'

/** The current values, which apply unless the form changes them. */
type CurrentAccess = { isBlocked: boolean; isGoogle: boolean; twoFactor: boolean }

/**
 * The fields to store for a form: the username is the email address, a company only for a Client, an employee
 * code only for staff, and a Google user has neither a second factor nor a password here.
 */
export function storedPerson(
  form: UserForm,
  params: { id: string; passwordHash: string | null; before?: CurrentAccess },
): StoredPerson {
  const isGoogle = form.isGoogleAuth ?? params.before?.isGoogle ?? false
  return {
    id: params.id,
    email: form.email,
    firstName: form.firstName,
    lastName: form.lastName,
    mobile: form.mobile,
    role: form.role,
    companyId: form.role === 'Client' ? (form.company ?? null) : null,
    employeeCode: form.role === 'Client' ? null : (form.employeeCode ?? null),
    twoFactor: !isGoogle && (form.twoFactorAuth ?? params.before?.twoFactor ?? false),
    isGoogle,
    isBlocked: form.isBlocked ?? params.before?.isBlocked ?? false,
    passwordHash: isGoogle ? null : params.passwordHash,
  }
}

/**
 * Throws 422 with all errors at once: an unknown company, or an email or employee code another user has. The company
 * that the user has had `before` may be deleted: users of such a company can still be blocked.
 */
export async function refuseTaken(db: Db, person: StoredPerson, before?: { companyId: string | null }): Promise<void> {
  const { companyId } = person
  const isNewCompany = companyId !== null && companyId !== before?.companyId
  const taken = await takenFields(db, person)
  const problems = {
    ...(taken.email ? { email: alreadyExists(labels.email) } : {}),
    ...(taken.employeeCode ? { employeeCode: alreadyExists(labels.employeeCode) } : {}),
    ...(isNewCompany && !(await isCompany(db, companyId)) ? { company: isNotValid(labels.company) } : {}),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** Throws 422 when a password is given that is easy to guess. */
export async function refuseCommonPassword(settings: Settings, form: UserForm): Promise<void> {
  if (form.isGoogleAuth || !form.passwordHash) return
  const problem = await commonPasswordProblem(settings, form.passwordHash, form)
  if (problem) throw invalid({ passwordHash: problem })
}

/** Field and label of each unique index, for the error when two users are saved at the same moment. */
export const uniqueIndexes = {
  users_username: ['email', labels.email],
  users_email: ['email', labels.email],
  users_employee_code: ['employeeCode', labels.employeeCode],
} as const

const alreadyExists = (label: string) => `${label} already exists`
