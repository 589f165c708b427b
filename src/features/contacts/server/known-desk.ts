import { isIP } from 'node:net'
import type { Db } from '#kit/server/db.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { registeredName } from '#vocabulary/sites.ts'
import { openDeskForms } from './desk-forms.ts'
import { abuseDesksNamed, storedRegistration } from './queries.ts'
import { openSharedHosts } from './shared-hosts.ts'
import { subjectKey } from './subject.ts'

/** An abuse address; whether mail to it bounced, and whether it was only ever entered manually. */
export type KnownAddress = { email: string; bounced: boolean; byHand: boolean }

/** The abuse desk of a host or registrar, as far as known without a request. */
export type KnownDesk = {
  /** 'platform': the reported host lies under a platform's suffix, whose own desk it is. */
  kind: 'platform' | 'registrar' | 'host'
  name: string | null
  addresses: KnownAddress[]
  /** Its web form: the only way where there is no address. */
  form: string | null
}

/** Where a finding is hosted or registered; `name` is that of the host or registrar. */
export type DeskOfTarget = { reasonCode: string | null } & (
  | { kind: 'registrar'; host: string; name: string | null }
  | { kind: 'host'; host: string; ip: string | null; name: string | null }
)

/**
 * The desk of a host or registrar. A name under a platform's suffix has no registrar of its own (undefined), and the
 * platform's own desk for its host, where that is known. Addresses are those of the stored registration while it is fresh, then the known contacts
 * of exactly that name; a desk that takes its form only has none. Used for emails that are sent without review, so similar names do not
 * count.
 */
export async function knownDesk(db: Db, target: DeskOfTarget): Promise<KnownDesk | undefined> {
  const host = normaliseDomain(target.host)
  const shared = (await openSharedHosts(db)).of(host)
  if (shared && target.kind === 'registrar') return undefined
  if (shared?.desk) {
    const { name, email, form } = shared.desk
    return { kind: 'platform', name, addresses: await abuseDesksNamed(db, email ? [email] : [], null), form }
  }
  const subject = target.kind === 'registrar' ? domainOf(host) : ipOf(target.ip, host)
  const found = subject === undefined ? undefined : await storedRegistration(db, subject)
  const forms = await openDeskForms(db)
  const name = target.name ?? found?.name ?? null
  const own = name === null ? undefined : forms.of({ kind: target.kind, name, reasonCode: target.reasonCode })
  if (own && !own.takesEmail) return { kind: target.kind, name, addresses: [], form: own.form }
  const registration = target.kind === 'host' && forms.isInFront(found?.name, name) ? undefined : found
  const addresses = await abuseDesksNamed(db, registration?.emails ?? [], target.name)
  return { kind: target.kind, name, addresses, form: own?.form ?? registration?.form ?? null }
}

function domainOf(host: string): string | undefined {
  const domain = registeredName(host)
  return domain === undefined ? undefined : subjectKey({ domain })
}

function ipOf(ip: string | null, host: string): string | undefined {
  const address = ip !== null && isIP(ip) ? ip : isIP(host) ? host : undefined
  return address && subjectKey({ ip: address })
}
