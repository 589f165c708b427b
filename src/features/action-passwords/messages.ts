/** Messages of the passwords of actions. */
export const messages = {
  wrongPassword: 'Incorrect password',
  tooManyWrong: 'Too many wrong passwords. Please try again in 15 minutes.',
  needsGrant: 'Please enter the password again.',
  passwordSaved: 'The password has been saved',
} as const
