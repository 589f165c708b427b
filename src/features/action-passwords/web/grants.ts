import type { Action } from '#features/action-passwords/rules.ts'

type Grant = { grant: string; until: number }

/** Only in memory: nothing secret is kept in the browser (G120). */
const grants = new Map<string, Grant>()
const keyOf = (userId: string, action: Action) => `${userId} ${action}`

/** Remembers the grant of a password for as long as the server accepts it. */
export function rememberGrant(
  userId: string,
  action: Action,
  { grant, expiresIn }: { grant: string; expiresIn: number },
): void {
  grants.set(keyOf(userId, action), { grant, until: Date.now() + expiresIn * 1000 })
}

/** The grant of this person for the action, and until when in milliseconds; undefined when the password is needed. */
export function rememberedGrant(userId: string, action: Action): Grant | undefined {
  const found = grants.get(keyOf(userId, action))
  return found !== undefined && found.until > Date.now() ? found : undefined
}

/** Forgets a grant that the server did not accept. */
export function forgetGrant(userId: string, action: Action): void {
  grants.delete(keyOf(userId, action))
}
