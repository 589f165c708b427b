import type { Role } from '#vocabulary/roles.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'

/** A brand in a person's scope with the platforms it has. */
export type ScopeBrand = {
  id: string
  companyId: string
  brandName: string
  enabled: boolean
  platforms: readonly PlatformKey[]
}

/** Who is calling, read anew from the session row on every call (G23). */
export type Session = {
  userId: string
  role: Role
  username: string
  firstName: string
  lastName: string
  isGoogle: boolean
  /** 'limited' opens only the one-time-code calls (G21). */
  kind: 'full' | 'limited'
  tokenHash: Buffer
  /**
   * A Client's companies: its own and those that name it as parent (G37). Empty for staff, who see all.
   */
  companyIds: readonly string[]
  /** The enabled brands of those companies (G114); empty for staff. */
  brands: readonly ScopeBrand[]
}

export const isStaff = (session: Session): boolean => session.role !== 'Client'
