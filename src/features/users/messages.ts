export const userCreated = 'User created successfully'
export const userUpdated = 'User updated successfully'
export const userDeleted = 'User deleted successfully'
export const cannotDeleteSelf = 'You cannot delete yourself.'
export const cannotRemoveOwnAccess = 'You cannot block yourself or give up your own Admin role.'
export const cannotChangeOwnSignIn = 'You cannot change your own sign-in method. Ask another Admin.'
/** An import never changes the password of an existing user. */
export const firstPasswordOnlyForNew = 'First password can only be set for a new user'
export const adminRequired = 'There must be at least one Admin who is not blocked.'

/** Shown when the server sends no message; spelled as the specification quotes it. */
export const fallbackMessages = { save: 'Something wrong wrong!', remove: 'Something went wrong!' } as const

/** Other texts of the screen. */
export const words = {
  title: 'Users',
  add: 'Add User',
  details: 'User Details',
  save: 'Save',
  update: 'Update',
  google: 'Google OAuth',
  googleHint: 'This user signs in with Google. No password or two-factor code is needed here.',
  twoFactor: 'Two-factor authentication',
  blocked: 'Blocked',
  keepPassword: 'Leave empty to keep the current password. A new password signs this user out everywhere.',
  passwordRule: 'At least 8 characters with an uppercase and a lowercase letter, a digit and a special character.',
  usernameHint: 'Always the same as the email.',
  noneTitle: 'No users yet',
  noneHint: 'Add a user to give somebody access.',
  never: 'Never',
  firstPassword: 'First password',
} as const

/** Column headings of the table. */
export const headings = {
  id: 'Sr.',
  username: 'Username',
  firstName: 'Full Name',
  email: 'Email',
  company: 'Company',
  lastLoggedInAt: 'Last Login',
  twoFactorAuth: '2FA',
  isBlocked: 'Blocked',
  employeeCode: 'Employee Code',
} as const

/** The labels of the form; validation messages use the same names (G107). */
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
} as const
