/** Shown when the server sends no message; spelled as the specification quotes it. */
export const fallbackMessages = { save: 'Something wrong wrong!', remove: 'Something went wrong!' } as const

/** Other texts of the screen. */
export const texts = {
  title: 'Users',
  add: 'Add User',
  details: 'User Details',
  save: 'Save',
  update: 'Update',
  googleHint: 'This user signs in with Google. No password or two-factor code is needed here.',
  keepPassword: 'Leave empty to keep the current password. A new password signs this user out everywhere.',
  passwordRule:
    'At least 8 characters with an uppercase and a lowercase letter, a digit and a special character; not a common password or a name.',
  usernameHint: 'Always the same as the email.',
  noneTitle: 'No users yet',
  noneHint: 'Add a user to give somebody access.',
  never: 'Never',
  secondFactor: 'Two-factor sign-in',
  app: 'Authenticator app',
  resetApp: 'Remove app',
  resetTitle: 'Remove the authenticator app?',
  resetText: (name: string) =>
    `Use this when ${name} has lost both the phone and the recovery codes, and make sure that it really is ${name} who asks. All sessions end, and sign-in asks only for the password until an app is set up again.`,
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
