import { passwordProblems, signInEventNames } from './messages.ts'

/** In the address of a link to the console: all brands, in place of the id of one. */
export const allBrands = 'all'

const passwordRules: readonly [isBroken: (password: string) => boolean, sentence: string][] = [
  [(password) => Array.from(password).length < 8, passwordProblems.tooShort],
  [(password) => !/\p{Lu}/u.test(password), passwordProblems.noUppercase],
  [(password) => !/\p{Ll}/u.test(password), passwordProblems.noLowercase],
  [(password) => !/\d/.test(password), passwordProblems.noDigit],
  [(password) => !/[^\p{L}\p{N}\p{C}\p{Z}]/u.test(password), passwordProblems.noSpecial],
  [(password) => Array.from(password).length > 128, passwordProblems.tooLong],
]

/** The first rule a new password breaks, in the agreed order, or undefined (G28, C-330). */
export function passwordProblem(password: string): string | undefined {
  return passwordRules.find(([isBroken]) => isBroken(password))?.[1]
}

/** How many recovery codes are made at a time. */
export const recoveryCodeCount = 10

/** What the sign-in log tells apart. */
export type SignInEventKind = keyof typeof signInEventNames
export const signInEventKinds = Object.keys(signInEventNames) as SignInEventKind[]
