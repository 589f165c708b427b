import type { Db } from '#kit/server/db.ts'
import { hashToken } from '#kit/server/id.ts'
import type { RememberedSession, Session } from '#kit/server/session.ts'
import { type PlatformKey, platformNames } from '#vocabulary/platform-names.ts'
import { findSession, personById, currentStamp } from './queries.ts'

/** How many sessions a process caches; the one read longest ago is dropped first. */
const maxRemembered = 1000

export type Sessions = {
  /** The session of a bearer token, read from the database (G23); undefined when the token is no longer valid. */
  sessionOf: (token: string) => Promise<Session | undefined>
  /** The cached session, which must still be verified; undefined when it was not read before. */
  rememberedSession: (token: string) => RememberedSession | undefined
}

/** The sessions of this process. */
export function openSessions(db: Db): Sessions {
  const remembered = new Map<string, { session: Session; stamp: string }>()
  return {
    sessionOf: async (token) => {
      const tokenHash = hashToken(token)
      const key = tokenHash.toString('base64')
      const found = await findSession(db, tokenHash)
      remembered.delete(key)
      if (!found) return undefined
      const { stamp, companies, brands, ...person } = found
      const session = {
        ...person,
        tokenHash,
        companyIds: companies.map((company) => company.id),
        brands: brands.map(({ platforms, ...brand }) => ({ ...brand, enabled: true, platforms: keysOf(platforms) })),
        names: Object.fromEntries([
          ...companies.map(({ id, name }) => [id, name]),
          ...brands.map(({ id, brandName }) => [id, brandName]),
        ]),
      }
      remembered.set(key, { session, stamp })
      if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!)
      return session
    },
    rememberedSession: (token) => {
      const tokenHash = hashToken(token)
      const found = remembered.get(tokenHash.toString('base64'))
      return (
        found && { session: found.session, isCurrent: async () => (await currentStamp(db, tokenHash)) === found.stamp }
      )
    },
  }
}

/**
 * A session of a person for background work that runs on their behalf, with their current scope; undefined for blocked
 * and deleted users.
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
