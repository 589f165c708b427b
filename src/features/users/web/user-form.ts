import type { Person } from '#features/users/contract.ts'
import type { Role } from '#vocabulary/roles.ts'

/** The values of the form; `company` is an id, '' when none is selected. */
export type UserValues = {
  firstName: string
  lastName: string
  email: string
  mobile: string
  role: Role | ''
  company: string
  employeeCode: string
  isGoogleAuth: boolean
  twoFactorAuth: boolean
  passwordHash: string
  isBlocked: boolean
}

export const emptyUser: UserValues = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  role: '',
  company: '',
  employeeCode: '',
  isGoogleAuth: false,
  twoFactorAuth: false,
  passwordHash: '',
  isBlocked: false,
}

/** The initial values for an existing user; the password is always empty. */
export function valuesOf(user: Person): UserValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobile: user.mobile,
    role: user.role,
    company: user.company?.id ?? '',
    employeeCode: user.employeeCode ?? '',
    isGoogleAuth: user.isGoogleAuth === 1,
    twoFactorAuth: user.twoFactorAuth,
    passwordHash: '',
    isBlocked: user.isBlocked === 1,
  }
}

/** Which fields a form of these values shows. */
export function shownFields({ role, isGoogleAuth }: UserValues) {
  return {
    username: !isGoogleAuth,
    twoFactorAuth: !isGoogleAuth,
    passwordHash: !isGoogleAuth,
    company: role === 'Client',
    employeeCode: role === 'Analyst' || role === 'Admin',
  }
}

/** The request body: hidden fields are sent empty, the username is the email. */
export function userInput(values: UserValues) {
  const shown = shownFields(values)
  return {
    firstName: values.firstName,
    lastName: values.lastName,
    email: values.email,
    username: values.email,
    mobile: values.mobile,
    // A missing role is reported by the server beside its field.
    role: values.role as Role,
    company: shown.company ? values.company : '',
    employeeCode: shown.employeeCode ? values.employeeCode : '',
    isGoogleAuth: bit(values.isGoogleAuth),
    twoFactorAuth: shown.twoFactorAuth && values.twoFactorAuth,
    passwordHash: shown.passwordHash ? values.passwordHash : '',
    isBlocked: bit(values.isBlocked),
  }
}

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0)
