import { call } from '#kit/web/call.ts'
import { sessionCalls } from './session-calls.ts'
import { isStored, isPending, saveUser, storedSession } from './session-store.ts'

/**
 * Fetches and stores the current signed-in user with companies, brands and platforms. Returns the error when the call
 * fails instead of throwing: the caller decides whether it matters.
 */
export async function refreshUser(): Promise<unknown> {
  const { user } = storedSession()
  if (!user || isPending(user)) return undefined
  try {
    const fresh = await call(sessionCalls.verifyToken, { token: user.jwtToken })
    // The person may have signed out, or in as somebody else, before the response.
    if (isStored(user)) saveUser({ ...fresh, jwtToken: user.jwtToken })
    return undefined
  } catch (error) {
    return error
  }
}
