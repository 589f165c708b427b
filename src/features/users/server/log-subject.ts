import type { Person } from '#features/users/contract.ts'
import { labels } from '#features/users/messages.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { FieldChange } from '#vocabulary/data-log.ts'

/** A user in the data log: full name and username. */
export const userSubject = (person: Pick<Person, 'firstName' | 'lastName' | 'username'>): string =>
  `${person.firstName} ${person.lastName} (${person.username})`

const logged = {
  username: labels.username,
  firstName: labels.firstName,
  lastName: labels.lastName,
  mobile: labels.mobile,
  role: labels.role,
  company: labels.company,
  employeeCode: labels.employeeCode,
  twoFactorAuth: labels.twoFactorAuth,
  isGoogleAuth: labels.isGoogleAuth,
  isBlocked: labels.isBlocked,
}

/** The fields in which two states of a user differ, for the data log; of a password only that there is another one. */
export function userChanges(
  before: Person,
  after: Person,
  { isNewPassword }: { isNewPassword: boolean },
): FieldChange[] {
  const changes = changedFields(logged, shownFields(before), shownFields(after))
  return isNewPassword ? [...changes, { field: labels.passwordHash, before: '', after: 'Changed' }] : changes
}

const shownFields = (person: Person) => ({
  ...person,
  company: person.company?.name,
  isGoogleAuth: person.isGoogleAuth === 1,
  isBlocked: person.isBlocked === 1,
})
