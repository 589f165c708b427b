export const usernameRequired = 'Username is required'
export const passwordRequired = 'Password is required'
export const wrongPair = 'Username or password is incorrect.'
export const blocked = 'Your account is blocked. Please contact administrator.'
export const tooMany = 'Too many attempts. Please try again later.'
export const wrongCode = 'Wrong OTP, please enter a valid OTP.'
export const signedOutNow = 'Logged out successfully'
export const codeSent = 'OTP sent successfully'
export const currentPasswordWrong = 'Current password incorrect.'
export const samePassword = 'New password must differ from the current one'
export const passwordUpdated = 'Password updated successfully'
export const brokenLink = 'Incorrect URL / Broken URL'
export const resetSent =
  'If your username is valid, a link to reset the password will be sent to the associated email address.'
export const helpLine = (support: string) => `For help, contact ${support}.`
export const googleKeepsPassword = 'Your password is kept by Google and cannot be changed here.'
export const googleOff = 'Google sign-in is not configured.'
export const googleUnknown = 'No account is linked to this Google address. Please contact administrator.'
export const googleFailed = 'Google sign-in did not succeed. Please try again.'
export const passwordsDiffer = 'Passwords do not match'

/** Labels and lines of the sign-in screens and the password dialog. */
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
  demo: 'Demo world. Fill in as:',
  verifyTitle: 'Enter the code',
  codeSentTo: (address: string) => `We sent a six-digit code to ${address}.`,
  code: 'One-time code',
  digit: (place: number) => `Digit ${place}`,
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
