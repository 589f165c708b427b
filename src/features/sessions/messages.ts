export const usernameRequired = 'Username is required'
export const passwordRequired = 'Password is required'
export const wrongCredentials = 'Username or password is incorrect.'
export const blocked = 'Your account is blocked. Please contact administrator.'
export const tooManyAttempts = 'Too many attempts. Please try again later.'
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
export const passwordsDiffer = 'Passwords do not match'

export const passwordTooShort = 'Password must be at least 8 characters long'

const rules: readonly [broken: (password: string) => boolean, sentence: string][] = [
  [(password) => Array.from(password).length < 8, passwordTooShort],
  [(password) => !/\p{Lu}/u.test(password), 'Password must contain at least one uppercase letter'],
  [(password) => !/\p{Ll}/u.test(password), 'Password must contain at least one lowercase letter'],
  [(password) => !/\d/.test(password), 'Password must contain at least one digit'],
  [(password) => !/[^\p{L}\p{N}\p{C}\p{Z}]/u.test(password), 'Password must contain at least one special character'],
  [(password) => Array.from(password).length > 128, 'Password must be at most 128 characters long'],
]

/** The first rule a new password breaks, in the agreed order, or undefined (G28, C-330). */
export function passwordProblem(password: string): string | undefined {
  return rules.find(([broken]) => broken(password))?.[1]
}

/** Texts of the sign-in screens and the password dialog. */
export const words = {
  signIn: 'Sign in',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show or hide the password',
  forgot: 'Forgot Password?',
  forgotTitle: 'Forgot Password',
  sendLink: 'Send reset link',
  backToSignIn: 'Back to sign in',
  or: 'or',
  withGoogle: 'Sign in with Google',
  allowPopups: 'Allow pop-ups for this page to sign in with Google.',
  demo: 'Demo accounts',
  verifyTitle: 'Enter the code',
  codeSentTo: (address: string) => `We sent a six-digit code to ${address}.`,
  code: 'One-time code',
  digit: (position: number) => `Digit ${position}`,
  verify: 'Verify',
  resend: 'Resend code',
  resendIn: 'Time until a new code can be sent',
  resetTitle: 'Reset password',
  resetPassword: 'Reset password',
  updatePassword: 'Update Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  cancel: 'Cancel',
  update: 'Update',
  requestFailed: (sentence: string) => `Request failed: ${sentence}`,
} as const
