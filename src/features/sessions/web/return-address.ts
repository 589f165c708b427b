/** Where to go on after signing in: the address that asked for it, and why this person was signed out, if so. */
export type ReturnAddress = {
  address: string
  /** Only this person returns there; undefined for a link that was opened while signed out. */
  userId?: string
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

/** The stored return address of this tab, if it is this person's; without a person whosever it is. */
export function returnAddress(userId?: string): ReturnAddress | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? 'null') as ReturnAddress | null
    if (!stored || (userId !== undefined && stored.userId !== undefined && stored.userId !== userId)) return undefined
    return stored
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
