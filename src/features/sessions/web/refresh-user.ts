import { toastInfo } from '#kit/web/alerts.ts'
import { call, failedWith } from '#kit/web/call.ts'
import { lostSelection } from './scope.ts'
import { sessions } from '#features/sessions/contract.ts'
import { isStored, isPending, saveUser, storedSession } from './session-store.ts'
import { texts } from './texts.ts'

/**
 * Fetches and stores the current signed-in user with companies, brands and platforms, and says so when the selected
 * company or brand is no longer among them. Returns the error when the call fails instead of throwing: the caller
 * decides whether it matters.
 */
export async function refreshUser(): Promise<unknown> {
  const { user } = storedSession()
  if (!user || isPending(user)) return undefined
  try {
    const fresh = await call(sessions.verifyToken, { token: user.jwtToken })
    // The person may have signed out, or in as somebody else, before the response.
    if (!isStored(user)) return undefined
    const before = storedSession()
    saveUser({ ...fresh, jwtToken: user.jwtToken })
    const lost = lostSelection(before, storedSession())
    if (lost) toastInfo(texts.lostAccess(lost))
    return undefined
  } catch (error) {
    return error
  }
}

/** Fetches the user again when a call was refused because its subject is not, or no longer, in the person's scope. */
export function refreshIfOutOfScope(error: unknown): void {
  if (failedWith(error, 403, 404)) void refreshUser()
}
