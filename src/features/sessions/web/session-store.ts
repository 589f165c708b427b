import type { User } from '#features/sessions/contract.ts'
import { keepToken } from '#kit/web/call.ts'
import { forgetSession, keep, readKept, readKeptJson } from '#kit/web/storage.ts'

/** Names under which the browser keeps the session (G120). */
export const kept = {
  token: 'session:token',
  user: 'session:user',
  company: 'session:company',
  brand: 'session:brand',
} as const

/** What is stored of a session: the user as the server answered, and the chosen company and brand by id. */
export type StoredSession = { user: User | undefined; companyId: string | null; brandId: string | null }

let current: StoredSession = read()
let sayTimedOut = () => undefined as void
let isTimingOut = false
const listeners = new Set<() => void>()

export function storedSession(): StoredSession {
  return current
}

export function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Password accepted, one-time code pending (C-203): such a user is not signed in. */
export const isPending = (user: User | undefined): boolean =>
  user !== undefined && user.twoFactorAuth && !user.isVerified

/** Keeps the user of a sign-in, of either step. The chosen company and brand stay while they are the person's. */
export function keepUser(user: User): void {
  keep(kept.token, user.jwtToken)
  keep(kept.user, JSON.stringify({ ...user, jwtToken: '' }))
  isTimingOut = false
  change()
}

/** Whether this browser still keeps the user's token: it may be gone in this moment, by another window. */
export const isKept = (user: User): boolean => readKept(kept.token) === user.jwtToken

/** Forgets user, token, choices and filters (C-205, C-206). */
export function forgetUser(): void {
  forgetSession()
  change()
}

export function chooseCompanyId(id: string | null): void {
  keep(kept.company, id)
  keep(kept.brand, null)
  change()
}

export function chooseBrandId(id: string | null): void {
  keep(kept.brand, id)
  change()
}

/** Sets the seen flag the server told of (C-210). */
export function markSeen(seen: boolean): void {
  if (!current.user || current.user.seen === seen) return
  keep(kept.user, JSON.stringify({ ...current.user, jwtToken: '', seen }))
  change()
}

/** What is to be said, once, when the server no longer accepts the token (C-306). */
export function onTimedOut(say: () => void): void {
  sayTimedOut = say
}

/** Signs out because the token died. Many calls may find that out at once; it is said once. */
export function timeOut(): void {
  if (isTimingOut || !current.user || isPending(current.user)) return
  isTimingOut = true
  forgetUser()
  sayTimedOut()
}

/** The session was ended on purpose and the person is told so already: a refused token is no news. */
export function expectEnd(): void {
  isTimingOut = true
}

function read(): StoredSession {
  const user = readKept(kept.token) === null ? undefined : readKeptJson<User>(kept.user)
  const jwtToken = readKept(kept.token) ?? ''
  return {
    user: user ? { ...user, jwtToken } : undefined,
    companyId: readKept(kept.company),
    brandId: readKept(kept.brand),
  }
}

function change(): void {
  current = read()
  for (const listener of listeners) listener()
}

keepToken({ read: () => readKept(kept.token), died: timeOut })

// Signing out or in elsewhere in this browser counts here too.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith('session:')) change()
  })
}
