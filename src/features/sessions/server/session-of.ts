import type { Db } from '#kit/server/db.ts'
import { hashToken } from '#kit/server/id.ts'
import { isStaff, type RememberedSession, type Session } from '#kit/server/session.ts'
import { type PlatformKey, platformNames } from '#vocabulary/platform-names.ts'
import { findSession, personById, currentStamp } from './queries.ts'
import { endIfIdle, noteUse } from './session-queries.ts'
import { logSignInEvent } from './sign-in-events.ts'

/** How many sessions a process caches; the one read longest ago is dropped first. */
const maxRemembered = 1000

export type Sessions = {
  /** The session of a bearer token, read from the database (G23); undefined when the token is no longer valid. */
  sessionOf: (token: string) => Promise<Session | undefined>
  /** The cached session, which must still be verified; undefined when it was not read before. */
  rememberedSession: (token: string) => RememberedSession | undefined
  /** Notes that a person used a session just now; returns at once. Open streams do not count as use. */
  noteUse: (session: Session) => void
}

/** The sessions of this process; with `idleMinutes` one that nobody used for so long ends, however often it is asked for. */
export function openSessions(db: Db, idleMinutes = 0): Sessions {
  const uses = openUses(db, idleMinutes)
  const remembered = new Map<string, { session: Session; stamp: string }>()
  return {
    sessionOf: async (token) => {
      const tokenHash = hashToken(token)
      const key = tokenHash.toString('base64')
      if (!uses.isFresh(key)) await uses.endIfIdle(tokenHash)
      const found = await findSession(db, tokenHash)
      remembered.delete(key)
      if (!found) return undefined
      const { stamp, companies, brands, ...person } = found
      const session = {
        ...person,
        tokenHash,
        companyIds: companies.map((company) => company.id),
        brands: brands.map(({ platforms, ...brand }) => ({ ...brand, enabled: true, platforms: keysOf(platforms) })),
        ...(person.role === 'Client' && {
          names: Object.fromEntries([
            ...companies.map(({ id, name }) => [id, name]),
            ...brands.map(({ id, brandName }) => [id, brandName]),
          ]),
        }),
      }
      remembered.set(key, { session, stamp })
      if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!)
      return session
    },
    rememberedSession: (token) => {
      const tokenHash = hashToken(token)
      const key = tokenHash.toString('base64')
      const found = uses.isFresh(key) ? remembered.get(key) : undefined
      return (
        found && { session: found.session, isCurrent: async () => (await currentStamp(db, tokenHash)) === found.stamp }
      )
    },
    noteUse: ({ tokenHash }) => uses.note(tokenHash),
  }
}

/** Between two notes of the same session in the database, in milliseconds. */
const NOTE_MS = 60_000

/**
 * When this process last saw each session in use. The database is updated once a minute beside the request, so reading a
 * session and its stamp cost nothing more (docs/decisions/0030).
 */
function openUses(db: Db, idleMinutes: number) {
  const uses = new Map<string, { used: number; noted: number }>()
  return {
    /** Whether it was certainly used within the idle time; other processes may know of a later use. */
    isFresh: (key: string) => idleMinutes === 0 || Date.now() - (uses.get(key)?.used ?? 0) < idleMinutes * 60_000,
    endIfIdle: async (tokenHash: Buffer) => {
      const ended = await endIfIdle(db, tokenHash, idleMinutes)
      if (ended) await logSignInEvent(db, { kind: 'idle', userId: ended.userId })
    },
    note: (tokenHash: Buffer) => {
      const key = tokenHash.toString('base64')
      const now = Date.now()
      const before = uses.get(key)
      const isDue = now - (before?.noted ?? 0) >= NOTE_MS
      uses.delete(key)
      uses.set(key, { used: now, noted: isDue ? now : before!.noted })
      if (uses.size > maxRemembered) uses.delete(uses.keys().next().value!)
      // A note that is lost is made up for by the next one.
      if (isDue) noteUse(db, tokenHash).catch(() => undefined)
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

/** The session of a user who may act as staff at this moment; undefined once they are blocked, deleted or a Client. */
export async function staffSessionOf(db: Db, userId: string): Promise<Session | undefined> {
  const session = await sessionOfUser(db, userId)
  return session && isStaff(session) ? session : undefined
}

function keysOf(platforms: Record<string, unknown>): PlatformKey[] {
  return platformNames.map((platform) => platform.key).filter((key) => key in platforms)
}
