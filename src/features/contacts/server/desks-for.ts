import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import { sources } from '#features/contacts/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { cdnNamed } from './cdns.ts'
import { bouncedAmong, contactsOf, registrationsOf } from './desk-queries.ts'
import { openSharedHosts } from './shared-hosts.ts'

/** An abuse desk that can be asked about a finding, with one address or its web form. */
export type Desk = {
  kind: 'platform' | 'registrar' | 'host'
  name: string
  /** Null: it takes reports by its form only, or no address is known. */
  email: string | null
  form: string | null
  /** Where the address or form comes from; empty when neither is known. */
  source: string
  bounced: boolean
  /** It passes reports on to the host behind it and names that host, which is the next to write to. */
  isCdn: boolean
}

/** What is known of a finding's host. */
export type DeskTarget = {
  /** The reported address or domain. */
  address: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
}

/** The desks of a target, the one to ask first in front; what registries say of its registrar and host. */
export type TargetDesks = {
  desks: Desk[]
  /** It lies under a platform's suffix, so that it has no registrar of its own. */
  isShared: boolean
  registry: { registrar: string | null; hosting: string | null }
}

/**
 * The abuse desks of findings, as far as known without a request, in their order. Under a platform's suffix that is the
 * platform's own desk, then the host; else `first` and then the other. Reads a fixed number of statements.
 */
export async function desksFor(
  db: Db,
  targets: readonly DeskTarget[],
  first: 'registrar' | 'host',
): Promise<TargetDesks[]> {
  const sharedHostOf = await openSharedHosts(db)
  const read = targets.map((target) => {
    const host = normaliseDomain(target.address)
    const shared = sharedHostOf(host)
    const domain = shared || isIP(host) ? null : getDomain(host)
    const ip = target.ipAddress !== null && isIP(target.ipAddress) ? target.ipAddress : isIP(host) ? host : null
    return { target, shared, domain: domain && `domain:${domain}`, ip: ip && `ip:${ip}` }
  })
  const subjects = read.flatMap(({ domain, ip }) => [domain, ip].filter((one) => one !== null))
  const registrations = new Map((await registrationsOf(db, [...new Set(subjects)])).map((one) => [one.subject, one]))
  const named = read.map((one) => ({
    ...one,
    registrar: one.domain ? registrations.get(one.domain) : undefined,
    holder: one.ip ? registrations.get(one.ip) : undefined,
  }))
  const names = named.flatMap(({ target, shared, registrar, holder }) => [
    shared ? null : (target.registrar ?? registrar?.name),
    target.hosting ?? holder?.name,
  ])
  const known = Map.groupBy(
    await contactsOf(db, [...new Set(names.filter((one) => one).map((one) => one!.toLowerCase()))]),
    ({ name }) => name,
  )
  const deskOf = (
    kind: 'registrar' | 'host',
    name: string | null | undefined,
    registration: (typeof named)[number]['registrar'],
  ): Desk[] => {
    const label = name ?? registration?.name
    if (!label) return []
    const contact = known.get(label.toLowerCase())?.[0]
    const fromRegistry =
      registration && sources.registry(registration.source ?? 'rdap', registration.server, registration.day)
    const email = registration?.emails[0]?.toLowerCase() ?? contact?.email ?? null
    const cdn = kind === 'host' ? cdnNamed(label) : undefined
    const form = registration?.form ?? cdn?.form ?? null
    const source =
      registration?.emails[0] || (form && email === null)
        ? fromRegistry!
        : contact
          ? (contact.byHand ? sources.entered : sources.known)(contact.day)
          : ''
    // Email to it is answered with a pointer to its form.
    const address = cdn?.form ? null : email
    return [{ kind, name: label, email: address, form, source, bounced: false, isCdn: cdn !== undefined }]
  }
  const all = named.map(({ target, shared, registrar, holder }): TargetDesks => {
    const hostDesk = deskOf('host', target.hosting, holder)
    const registry = { registrar: registrar?.name ?? null, hosting: holder?.name ?? null }
    if (shared) {
      const { suffix, desk } = shared
      const platform: Desk = desk
        ? {
            kind: 'platform',
            name: desk.name,
            email: desk.email,
            form: desk.form,
            source: sources.table(desk.source, desk.checkedOn),
            bounced: false,
            isCdn: false,
          }
        : { kind: 'platform', name: suffix, email: null, form: null, source: '', bounced: false, isCdn: false }
      return { desks: [platform, ...hostDesk], isShared: true, registry }
    }
    const registrarDesk = deskOf('registrar', target.registrar, registrar)
    const desks = first === 'registrar' ? [...registrarDesk, ...hostDesk] : [...hostDesk, ...registrarDesk]
    return { desks, isShared: false, registry }
  })
  return withBounces(db, all)
}

/** Marks the addresses to which email bounced. */
async function withBounces(db: Db, all: readonly TargetDesks[]): Promise<TargetDesks[]> {
  const emails = all.flatMap(({ desks }) => desks.flatMap(({ email }) => email ?? []))
  const bounced = await bouncedAmong(db, [...new Set(emails)])
  return all.map((one) => ({
    ...one,
    desks: one.desks.map((desk) => ({ ...desk, bounced: desk.email !== null && bounced.has(desk.email) })),
  }))
}
