import { passwordProblems } from '#features/sessions/messages.ts'
import { passwordsDiffer } from './texts.ts'
import { passwordProblem } from '#features/sessions/rules.ts'

/** The first thing wrong with a new password, in the agreed order: length, match, then the rest (C-233, A-087). */
export function firstPasswordProblem(password: string, confirmed: string): string | undefined {
  const problem = passwordProblem(password)
  if (problem === passwordProblems.tooShort) return problem
  return password === confirmed ? problem : passwordsDiffer
}
