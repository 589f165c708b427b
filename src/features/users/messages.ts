export const userCreated = 'User created successfully'
export const userUpdated = 'User updated successfully'
export const userDeleted = 'User deleted successfully'
/** Of an email that was still to be sent to somebody who was blocked, deleted or moved. */
export const noAccess = 'Not sent: the recipient no longer has access'
export const authenticatorRemoved = 'The authenticator app was removed'
export const cannotResetOwn = 'Turn off your own authenticator app under Security.'
export const cannotDeleteSelf = 'You cannot delete yourself.'
export const cannotRemoveOwnAccess = 'You cannot block yourself or give up your own Admin role.'
export const cannotChangeOwnSignIn = 'You cannot change your own sign-in method. Ask another Admin.'
/** An import never changes the password of an existing user. */
export const firstPasswordOnlyForNew = 'First password can only be set for a new user'
export const adminRequired = 'There must be at least one Admin who is not blocked.'

/** The labels of the form and the headers of the sheet; validation messages use the same names (G107). */
export const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  username: 'Username',
  mobile: 'Mobile',
  role: 'Role',
  passwordHash: 'Password',
  company: 'Company',
  employeeCode: 'Employee code',
  twoFactorAuth: 'Two-factor authentication',
  isGoogleAuth: 'Google OAuth',
  isBlocked: 'Blocked',
  hasAuthenticator: 'Authenticator app',
  firstPassword: 'First password',
} as const
