import { useMemo, useSyncExternalStore } from 'react'
import type { User } from '#features/sessions/contract.ts'
import { sessionCalls } from '#features/sessions/web/session-calls.ts'
import { call } from '#kit/web/call.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'
import { chooseBrandId, chooseCompanyId, forgetUser, isPending, storedSession, watchSession } from './session-store.ts'
import { type Company, type Scope, scopeOf, type ScopeBrand } from './scope.ts'

export type SessionNow = {
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
  /** Tells the server and forgets everything here, also when the server cannot be told (C-205). */
  signOut: () => Promise<void>
}

/** Who uses the console, for every screen. */
export function useSession(): SessionNow {
  const stored = useSyncExternalStore(watchSession, storedSession)
  return useMemo(() => {
    const pending = isPending(stored.user) ? stored.user : undefined
    const user = pending ? undefined : stored.user
    const { companies, brands } = scopeOf(stored)
    return { user, role: user?.role, pending, companies, brands, chooseCompany, chooseBrand: chooseBrandId, signOut }
  }, [stored])
}

/** The chosen company and brand, and the platforms they have. */
export function useScope(): Scope {
  const stored = useSyncExternalStore(watchSession, storedSession)
  return useMemo(() => scopeOf(stored).scope, [stored])
}

/** Whether the chosen scope has a platform; staff, who choose per screen, have all. */
export function useHasPlatform(): (platform: PlatformKey) => boolean {
  const { role } = useSession()
  const { platforms } = useScope()
  return (platform) => role !== 'Client' || platforms.has(platform)
}

function chooseCompany(id: string): void {
  chooseCompanyId(id)
  window.location.reload()
}

async function signOut(): Promise<void> {
  const told = call(sessionCalls.signOut, {})
  forgetUser()
  // The token dies with its session row; when the server is out of reach it dies after 12 hours (G23).
  await told.catch(() => undefined)
}
