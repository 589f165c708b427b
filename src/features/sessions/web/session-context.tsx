import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { sessions } from '#features/sessions/contract.ts'
import { call } from '#kit/web/call.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'
import { forgetAddress } from './return-address.ts'
import { chooseBrandId, chooseCompanyId, forgetUser, isPending, storedSession, watchSession } from './session-store.ts'
import { type Company, type Scope, scopeOf, type ScopeBrand } from './scope.ts'

export type SessionState = {
  /** The signed-in person; undefined when signed out or when the one-time code is pending. */
  user: User | undefined
  role: Role | undefined
  /** The person whose password was accepted and whose one-time code is pending. */
  pending: User | undefined
  /** A Client's companies and, of the chosen one, the enabled brands; empty for staff. */
  companies: readonly Company[]
  brands: readonly ScopeBrand[]
  /** Choosing a company reloads the page (C-221). */
  chooseCompany: (id: string) => void
  chooseBrand: (id: string | null) => void
  /** Ends the session on the server and clears it here, even when the server cannot be reached (C-205). */
  signOut: () => Promise<void>
}

/** The current user and scope selection, for every screen. */
export function useSession(): SessionState {
  const stored = useSyncExternalStore(watchSession, storedSession)
  return useMemo(() => {
    const pending = isPending(stored.user) ? stored.user : undefined
    const user = pending ? undefined : stored.user
    const { companies, brands } = scopeOf(stored)
    return { user, role: user?.role, pending, companies, brands, chooseCompany, chooseBrand: chooseBrandId, signOut }
  }, [stored])
}

/** The selected company and brand, and the platforms they have. */
export function useScope(): Scope {
  const stored = useSyncExternalStore(watchSession, storedSession)
  return useMemo(() => scopeOf(stored).scope, [stored])
}

/** Whether the selected scope has a platform; staff select per screen and have all platforms. */
export function useHasPlatform(): (platform: PlatformKey) => boolean {
  const { role } = useSession()
  const { platforms } = useScope()
  return useCallback((platform) => role !== 'Client' || platforms.has(platform), [role, platforms])
}

function chooseCompany(id: string): void {
  chooseCompanyId(id)
  window.location.reload()
}

async function signOut(): Promise<void> {
  const request = call(sessions.signOut, {})
  forgetAddress()
  forgetUser()
  // The token ends with its session row; when the server cannot be reached it expires after 12 hours (G23).
  await request.catch(() => undefined)
  // The screen that was left may have asked to return to it.
  forgetAddress()
}
