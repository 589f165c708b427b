import type { Role } from '#vocabulary/roles.ts'
import type { Sql } from './db.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'

/** A brand in a person's scope with the platforms it has. */
export type ScopeBrand = {
  id: string
  companyId: string
  brandName: string
  enabled: boolean
  platforms: readonly PlatformKey[]
}

/**
 * A session that was remembered holds only if the statement that uses it finds the same stamp: what it was read from is as
 * it was. That statement sets `isHeld`; without it no answer leaves.
 */
export type Proof = { now: Sql; stamp: string; isHeld: boolean }

/** Who is calling, read anew from the session row, or proven against it, on every call (G23). */
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
  /** What a Client's companies and brands are called, by id, as they were read with the session. */
  names?: Readonly<Record<string, string>>
  /** Only with endpoints that prove it (`provesSession`). */
  proof?: Proof
}

export const isStaff = (session: Session): boolean => session.role !== 'Client'
