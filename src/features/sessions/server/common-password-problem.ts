import { passwordProblems } from '#features/sessions/messages.ts'
import { isCommonPassword } from '#kit/server/common-passwords.ts'
import type { Settings } from '#kit/server/serve.ts'

/** Who gets the password: their names are no secret. */
type Names = { email: string; firstName: string; lastName: string }

/**
 * Why a password cannot be set although it fulfils the rules of G28: it is common or leaked, or made of the person's
 * names. The demo world's own password is allowed there.
 */
export async function commonPasswordProblem(
  settings: Pick<Settings, 'demoPassword' | 'productName'>,
  password: string,
  { email, firstName, lastName }: Names,
): Promise<string | undefined> {
  if (password === settings.demoPassword) return undefined
  const isCommon = await isCommonPassword(password, [settings.productName, email, firstName, lastName])
  return isCommon ? passwordProblems.tooCommon : undefined
}
