import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import type { Db } from '#kit/server/db.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { desksNamed, keptRegistration } from './queries.ts'

/** An address where abuse is reported; whether mail came back from it, and whether only somebody's hand put it there. */
export type KnownDesk = { email: string; bounced: boolean; byHand: boolean }

/**
 * Where abuse of a host is reported to its registrar or to the holder of its address, as far as that is known without
 * asking anybody: what the registry said, while it is believed, then the known contacts of exactly that name. For mail that
 * nobody looks at before it leaves, so a name that is only alike does not count.
 */
export async function knownDesks(
  db: Db,
  of: { host: string; name: string | null } | { ip: string | null; name: string | null },
): Promise<KnownDesk[]> {
  const subject = 'host' in of ? domainOf(of.host) : of.ip !== null && isIP(of.ip) ? `ip:${of.ip}` : undefined
  const registration = subject === undefined ? undefined : await keptRegistration(db, subject)
  return desksNamed(db, registration?.emails ?? [], of.name)
}

function domainOf(host: string): string | undefined {
  const domain = getDomain(normaliseDomain(host))
  return domain === null ? undefined : `domain:${domain}`
}
