export const usernameRequired = 'Username is required'
export const passwordRequired = 'Password is required'
export const wrongCredentials = 'Username or password is incorrect.'
export const blocked = 'Your account is blocked. Please contact administrator.'
/** Many wrong passwords from many places; the same text whether or not the account exists. */
export const accountPaused =
  'Too many wrong passwords for this account. Use “Forgot Password?” to reset it by email, or try again tomorrow.'
export const authenticatorInUse = 'An authenticator app is set up already. Turn it off first.'
export const setUpRefused = 'Sign in with your second step. An authenticator app is set up under Security.'
export const codesComeFromApp = 'Your codes come from your authenticator app. A recovery code works as well.'
/** Why a job is not done whose requester was blocked, deleted or made a Client. */
export const requesterGone = 'The person who requested it no longer has access.'
export const sessionEndedMessage = 'The session has ended'
export const othersEnded = (count: number) =>
  count === 0 ? 'There was no other session' : `${count} other ${count === 1 ? 'session has' : 'sessions have'} ended`
export const ruleSaved = 'Saved. It applies from the next sign-in.'
export const wrongCode = 'Wrong OTP, please enter a valid OTP.'
export const signedOutMessage = 'Logged out successfully'
export const codeSent = 'OTP sent successfully'
export const currentPasswordWrong = 'Current password incorrect.'
export const samePassword = 'New password must differ from the current one'
export const passwordUpdated = 'Password updated successfully'
export const brokenLink = 'Incorrect URL / Broken URL'
export const resetSent =
  'If your username is valid, a link to reset the password will be sent to the associated email address.'
/** The line with the support address (G27). */
export const helpLine = (support: string) => `For help, contact ${support}.`
export const googleManagesPassword = 'Your password is managed by Google and cannot be changed here.'
export const googleOff = 'Google sign-in is not configured.'
export const googleUnknown = 'No account is linked to this Google address. Please contact administrator.'
export const googleFailed = 'Google sign-in failed. Please try again.'
/** Why a new password is rejected (G28). */
export const passwordProblems = {
  tooShort: 'Password must be at least 8 characters long',
  noUppercase: 'Password must contain at least one uppercase letter',
  noLowercase: 'Password must contain at least one lowercase letter',
  noDigit: 'Password must contain at least one digit',
  noSpecial: 'Password must contain at least one special character',
  tooLong: 'Password must be at most 128 characters long',
  tooCommon:
    'This password is easy to guess: it is a common one, or a common word or name with a few digits or signs. Choose another.',
} as const

/** What the sign-in log tells apart, as people read it. */
export const signInEventNames = {
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password',
  'too-many-tries': 'Refused: too many attempts',
  blocked: 'Refused: the account is blocked',
  'code-sent': 'Code sent by email',
  'wrong-code': 'Wrong code',
  'recovery-code': 'Recovery code used',
  'signed-out': 'Signed out',
  'session-ended': 'Ended one session',
  'sessions-ended': 'Ended all other sessions',
  idle: 'Session ended: idle too long',
  'reset-sent': 'Reset link sent by email',
  'password-reset': 'Password set with a reset link',
  'password-changed': 'Password changed',
  'authenticator-on': 'Authenticator app set up',
  'authenticator-off': 'Authenticator app turned off',
  'authenticator-reset': 'Authenticator app removed',
  'recovery-codes': 'New recovery codes',
  'two-factor-rule': 'Two-factor rule changed',
  'wrong-action-password': 'Wrong action password',
  'action-password-set': 'Action password set',
} as const

/** The columns of the sign-in log as a file. */
export const signInLogHeads: readonly string[] = [
  'Sr.',
  'Date & Time',
  'Name',
  'Username',
  'Event',
  'Details',
  'Done by',
  'Address',
  'Browser and system',
]
/** Whose event it is when the typed name belongs to nobody. */
export const unknownUsername = 'Unknown username'
