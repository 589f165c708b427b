import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import type { Db } from '#kit/server/db.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { abuseDesksNamed, storedRegistration } from './queries.ts'
import { openSharedHosts } from './shared-hosts.ts'

/** An abuse address; whether mail to it bounced, and whether it was only ever entered manually. */
export type KnownAbuseDesk = { email: string; bounced: boolean; byHand: boolean }

/**
 * The abuse addresses of a host's registrar or of the holder of an IP address, as far as known without a request. A name
 * under a platform's suffix has the platform's own desk and no other. Else the
 * stored registration while it is fresh, then the known contacts of exactly that name. Used for emails that are sent
 * without review, so similar names do not count.
 */
export async function knownAbuseDesks(
  db: Db,
  target: { host: string; name: string | null } | { hostedAt: string; ip: string | null; name: string | null },
): Promise<KnownAbuseDesk[]> {
  const shared = (await openSharedHosts(db))(normaliseDomain('host' in target ? target.host : target.hostedAt))
  if (shared) return abuseDesksNamed(db, shared.desk?.email ? [shared.desk.email] : [], null)
  const subject =
    'host' in target ? domainOf(target.host) : target.ip !== null && isIP(target.ip) ? `ip:${target.ip}` : undefined
  const registration = subject === undefined ? undefined : await storedRegistration(db, subject)
  return abuseDesksNamed(db, registration?.emails ?? [], target.name)
}

function domainOf(host: string): string | undefined {
  const domain = getDomain(normaliseDomain(host))
  return domain === null ? undefined : `domain:${domain}`
}
