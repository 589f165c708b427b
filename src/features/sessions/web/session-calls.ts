import type { security, sessions } from '#features/sessions/contract.ts'
import { paths } from '#features/sessions/paths.ts'

/**
 * The contract's endpoints with their types but without schemas: `call` needs none, so the sign-in page stays small.
 */
export const sessionCalls = paths as unknown as Pick<typeof sessions & typeof security, keyof typeof paths>
