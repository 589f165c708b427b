import type { sessions } from '#features/sessions/contract.ts'
import { paths } from '#features/sessions/paths.ts'

/**
 * The contract's calls, typed as there, without its schemas: `call` needs none, and the sign-in page stays small.
 */
export const sessionCalls = paths as unknown as Pick<typeof sessions, keyof typeof paths>
