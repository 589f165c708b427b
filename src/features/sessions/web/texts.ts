export const passwordsDiffer = 'Passwords do not match'

/** Texts of the sign-in screens and the password dialog. */
export const texts = {
  signedOutElsewhere:
    'You signed out in another tab. Sign in again to continue where you were: a comment you were writing is still there.',
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
  passwordHint:
    'At least 8 characters with an uppercase and a lowercase letter, a digit and a special character. Common passwords and your own name are refused.',
  confirmPassword: 'Confirm password',
  cancel: 'Cancel',
  update: 'Update',
  requestFailed: (sentence: string) => `Request failed: ${sentence}`,
} as const
