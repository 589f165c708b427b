import type { Role } from '#vocabulary/roles.ts'

/** Where to go on after signing in: the address that asked for it, and why this person was signed out, if so. */
export type ReturnAddress = {
  address: string
  /** Only this person returns there; undefined for a link that was opened while signed out. */
  userId?: string
  /** With which role; with another one the address may be a screen that this person no longer has. */
  role?: Role | undefined
  /** Another tab of this browser signed out while this one was in use. */
  isSignedOutElsewhere?: boolean
}

const storageName = 'return address'

/** Stores it for this tab, also over a reload. Only addresses inside the console are stored. */
export function rememberAddress(wanted: ReturnAddress): void {
  if (!/^\/(?!\/|login(?:[?#/]|$))./.test(wanted.address)) return
  try {
    sessionStorage.setItem(storageName, JSON.stringify(wanted))
  } catch {
    // Without storage signing in leads to the home screen.
  }
}

/** The stored return address of this tab, if it is this person's in this role; without a person whosever it is. */
export function returnAddress(person?: { id: string; role?: Role | undefined }): ReturnAddress | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? 'null') as ReturnAddress | null
    if (!stored) return undefined
    const isOthers = person !== undefined && stored.userId !== undefined && stored.userId !== person.id
    const isOfOtherRole = person !== undefined && stored.role !== undefined && stored.role !== person.role
    return isOthers || isOfOtherRole ? undefined : stored
  } catch {
    return undefined
  }
}

/** Forgets it: the person signed out here on purpose. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(storageName)
  } catch {
    // Nothing is stored.
  }
}
