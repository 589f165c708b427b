import type { User } from '#features/sessions/contract-schemas.ts'
import { setTokenSource } from '#kit/web/call.ts'
import { finishTyping } from '#kit/web/finish-typing.ts'
import { rememberAddress, type ReturnAddress } from './return-address.ts'
import { forgetSession, writeStored, readStored, readStoredJson } from '#kit/web/storage.ts'

/** Keys of the session in the browser's storage (G120). */
export const storageKeys = {
  token: 'session:token',
  user: 'session:user',
  company: 'session:company',
  brand: 'session:brand',
} as const

/** The stored session: the user as the server returned it, and the ids of the selected company and brand. */
export type StoredSession = { user: User | undefined; companyId: string | null; brandId: string | null }

let current: StoredSession = read()
let notifyTimedOut = (_userId: string) => undefined as void
let isTimingOut = false
const listeners = new Set<() => void>()

/** The current stored session; the same object until it changes. */
export function storedSession(): StoredSession {
  return current
}

/** Calls `listener` after every change of the session, until the returned function is called. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Password accepted, one-time code pending (C-203): such a user is not signed in. */
export const isPending = (user: User | undefined): boolean =>
  user !== undefined && user.twoFactorAuth && !user.isVerified

/** Stores the user after either step of a sign-in. The selected company and brand remain while the person has them. */
export function saveUser(user: User): void {
  writeStored(storageKeys.token, user.jwtToken)
  writeStored(storageKeys.user, JSON.stringify({ ...user, jwtToken: '' }))
  isTimingOut = false
  refresh()
}

/** Whether this browser still stores the user's token; another window may just have signed out. */
export const isStored = (user: User): boolean => readStored(storageKeys.token) === user.jwtToken

/** Removes user, token, selections and filters from the browser (C-205, C-206). */
export function forgetUser(): void {
  forgetSession()
  refresh()
}

/** Selects a company, or none, and clears the selected brand. */
export function chooseCompanyId(id: string | null): void {
  writeStored(storageKeys.company, id)
  writeStored(storageKeys.brand, null)
  refresh()
}

/** Selects a company and one of its brands together. */
export function chooseCompanyAndBrand(companyId: string, brandId: string): void {
  writeStored(storageKeys.company, companyId)
  writeStored(storageKeys.brand, brandId)
  refresh()
}

/** Selects a brand, or all brands. */
export function chooseBrandId(id: string | null): void {
  writeStored(storageKeys.brand, id)
  refresh()
}

/** Stores the seen flag of the bell as the server reported it (C-210). */
export function markSeen(seen: boolean): void {
  if (!current.user || current.user.seen === seen) return
  writeStored(storageKeys.user, JSON.stringify({ ...current.user, jwtToken: '', seen }))
  refresh()
}

/** Registers what is done once, with the id of the person, when the server no longer accepts the token (C-306). */
export function onTimedOut(notify: (userId: string) => void): void {
  notifyTimedOut = notify
}

/** Signs out because the token is no longer valid. Many calls may notice at once; the notice is shown once. */
export function timeOut(): void {
  if (isTimingOut || !current.user || isPending(current.user)) return
  isTimingOut = true
  const { user } = current
  // Before the screen goes: what its sheet has not saved is kept when it does.
  finishTyping()
  rememberAddress(returnHere(user))
  forgetUser()
  notifyTimedOut(user.id)
}

/** The session is being ended on purpose and the person already knows: a refused token shows no notice. */
export function expectSignOut(): void {
  isTimingOut = true
}

/** This person's way back to the address that is open. */
const returnHere = ({ id: userId, role }: User): ReturnAddress => ({
  address: window.location.pathname + window.location.search,
  userId,
  role,
})

function read(): StoredSession {
  const user = readStored(storageKeys.token) === null ? undefined : readStoredJson<User>(storageKeys.user)
  const jwtToken = readStored(storageKeys.token) ?? ''
  return {
    user: user ? { ...user, jwtToken } : undefined,
    companyId: readStored(storageKeys.company),
    brandId: readStored(storageKeys.brand),
  }
}

function refresh(): void {
  const now = read()
  // The same object while nothing changed: another one, as in the middle of the first rendering, would be rendered anew.
  if (JSON.stringify(now) !== JSON.stringify(current)) current = now
  for (const listener of listeners) listener()
}

setTokenSource({ read: () => readStored(storageKeys.token), onExpired: timeOut })

// Follows sign-in and sign-out in other windows of this browser.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== null && !event.key.startsWith('session:')) return
    const before = current.user
    const isEnding = before && !isPending(before) && readStored(storageKeys.token) === null
    if (isEnding) {
      finishTyping()
      rememberAddress({ ...returnHere(before), isSignedOutElsewhere: true })
    }
    refresh()
  })
}
