import { call } from '#kit/web/call.ts'
import { sessionCalls } from './session-calls.ts'
import { isKept, isPending, keepUser, storedSession } from './session-store.ts'

/**
 * Asks who the signed-in person is by now, with companies, brands and platforms, and keeps it. What failed is answered:
 * the caller knows whether that matters.
 */
export async function freshUser(): Promise<unknown> {
  const { user } = storedSession()
  if (!user || isPending(user)) return undefined
  try {
    const fresh = await call(sessionCalls.verifyToken, { token: user.jwtToken })
    // Signing out, or in as somebody else, may have come first.
    if (isKept(user)) keepUser({ ...fresh, jwtToken: user.jwtToken })
    return undefined
  } catch (error) {
    return error
  }
}
