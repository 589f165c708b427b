import type { Db } from '#kit/server/db.ts'
import { hashToken } from '#kit/server/id.ts'
import type { Session } from '#kit/server/session.ts'
import { type PlatformKey, platformNames } from '#vocabulary/platform-names.ts'
import { findSession, personById } from './queries.ts'

/** The session of a bearer token, read anew on every call (G23); undefined when the token is dead. */
export async function sessionOf(db: Db, token: string): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const found = await findSession(db, tokenHash)
  if (!found) return undefined
  const { companies, brands, ...person } = found
  return {
    ...person,
    tokenHash,
    companyIds: companies.map((company) => company.id),
    brands: brands.map(({ platforms, ...brand }) => ({ ...brand, enabled: true, platforms: keysOf(platforms) })),
  }
}

/**
 * What a person may see now, for work that is done for them while they are not there; undefined for the blocked and the
 * deleted.
 */
export async function sessionOfUser(db: Db, userId: string): Promise<Session | undefined> {
  const person = await personById(db, userId)
  if (!person || person.isBlocked) return undefined
  const { id, role, username, firstName, lastName, isGoogle, companies, brands } = person
  return {
    userId: id,
    role,
    username,
    firstName,
    lastName,
    isGoogle,
    kind: 'full',
    tokenHash: Buffer.alloc(0),
    companyIds: companies.map((company) => company.id),
    brands: brands.map(({ platforms, ...brand }) => ({ ...brand, enabled: true, platforms: keysOf(platforms) })),
  }
}

function keysOf(platforms: Record<string, unknown>): PlatformKey[] {
  return platformNames.map((platform) => platform.key).filter((key) => key in platforms)
}
