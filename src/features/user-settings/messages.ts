/** Messages of the calls. */
export const messages = {
  notValid: 'Settings are not valid',
  saved: 'Settings saved.',
  tooMany: 'You have too many settings.',
} as const
