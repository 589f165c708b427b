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
