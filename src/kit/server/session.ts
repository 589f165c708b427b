import type { Role } from '#vocabulary/roles.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'

/** A brand in a user's scope, with its platforms. */
export type ScopeBrand = {
  id: string
  companyId: string
  brandName: string
  enabled: boolean
  platforms: readonly PlatformKey[]
}

/** The caller, read from the session row, or verified against it, on every call (G23). */
export type Session = {
  userId: string
  role: Role
  username: string
  firstName: string
  lastName: string
  isGoogle: boolean
  /** 'limited' allows only the one-time-code calls (G21). */
  kind: 'full' | 'limited'
  tokenHash: Buffer
  /**
   * A Client's companies: its own and those that have it as parent (G37). Empty for staff, who see all.
   */
  companyIds: readonly string[]
  /** The enabled brands of those companies (G114); empty for staff. */
  brands: readonly ScopeBrand[]
  /** Names of a Client's companies and brands by id, read together with the session; staff have none. */
  names?: Readonly<Record<string, string>>
}

/**
 * A session this process read before. Nothing may be sent because of it until `isCurrent`, called for this very
 * request, answers true: the rows it was read from have not changed.
 */
export type RememberedSession = { session: Session; isCurrent: () => Promise<boolean> }

export const isStaff = (session: Session): boolean => session.role !== 'Client'
