/** Texts of the passwords of actions. */
export const texts = {
  password: 'Password',
  demoHint: (password: string) => `In the demo world the password is ${password}, unless an Admin has changed it.`,
  missing: 'Password is required',
  next: 'Continue',
  cancel: 'Cancel',
  failed: 'An error occurred',
  setPassword: (several: boolean) => (several ? 'Action passwords' : 'Action password'),
  setTitle: (only: string | undefined) => (only ? `Password of ${only}` : 'Passwords of actions'),
  action: 'Password of',
  notSet: 'No password is set, so the action is not available.',
  setBy: (who: string, when: string) => `Set by ${who} on ${when}.`,
  newPassword: 'New password',
  save: 'Save',
} as const
