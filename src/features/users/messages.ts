export const userCreated = 'User created successfully'
export const userUpdated = 'User updated successfully'
export const userDeleted = 'User deleted successfully'
export const notOneself = 'You cannot delete yourself.'
export const notOwnAccess = 'You cannot block yourself or give up your own Admin role.'
export const notOwnSignIn = 'You cannot change how you sign in yourself. Ask another Admin.'
/** A sheet changes nobody's password. */
export const onlyFirstPassword = 'First password is only for a new user'
export const notTheLastAdmin = 'There must be at least one Admin who is not blocked.'

/** Where the server says nothing of its own. */
export const nothingSaid = { save: 'Something wrong wrong!', remove: 'Something went wrong!' } as const

/** What stands on the screen besides the labels. */
export const words = {
  title: 'Users',
  add: 'Add User',
  details: 'User Details',
  save: 'Save',
  update: 'Update',
  google: 'Google OAuth',
  googleHint: 'Google signs this user in: no password and no two-factor code are needed here.',
  twoFactor: 'Two-factor authentication',
  blocked: 'Blocked',
  keepPassword: 'Leave it empty to keep the password. A new one ends every session of this user.',
  passwordRule: 'At least 8 characters with an uppercase and a lowercase letter, a digit and a special character.',
  usernameHint: 'Always the same as the email.',
  noneTitle: 'No users yet',
  noneHint: 'Add the first one to let somebody sign in.',
  never: 'Never',
  firstPassword: 'First password',
} as const

/** Heads of the table. */
export const heads = {
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

/** The labels of the form, which are also the names that the sentences about bounds use (G107). */
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
