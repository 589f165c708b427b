export function ResetScreen() {
  return null
}
