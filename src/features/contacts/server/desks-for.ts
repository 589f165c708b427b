import { isIP } from 'node:net'
import { sources } from '#features/contacts/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { registeredName } from '#vocabulary/sites.ts'
import type { Desk } from './desk.ts'
import { type DeskForms, openDeskForms } from './desk-forms.ts'
import { actsOn, registrarComesFirst } from './desk-order.ts'
import { bouncedAmong, contactsOf, registrationsOf } from './desk-queries.ts'
import { openSharedHosts, type SharedHostOf } from './shared-hosts.ts'
import { subjectKey } from './subject.ts'

/** What is known of a finding's host. */
export type DeskTarget = {
  /** The reported address or domain. */
  address: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  reasonCode: string | null
}

/** The desks of a target, the one to ask first in front; what registries say of its registrar and host. */
export type TargetDesks = {
  desks: Desk[]
  /** It lies under a platform's suffix, so that it has no registrar of its own. */
  isShared: boolean
  registry: { registrar: string | null; hosting: string | null }
}

/**
 * The abuse desks of findings, as far as known without a request, in the order in which they are asked. Under a platform's
 * suffix that is the platform's own desk, then the host; else host and registrar, the one in front that the kind of harm
 * concerns. Reads a fixed number of statements.
 */
export async function desksFor(
  db: Db,
  targets: readonly DeskTarget[],
  { isByDomain }: { isByDomain: boolean },
): Promise<TargetDesks[]> {
  const sharedHosts = await openSharedHosts(db)
  const forms = await openDeskForms(db)
  const read = targets.map((target) => {
    const host = normaliseDomain(target.address)
    const shared = sharedHosts.of(host)
    const domain = shared || isIP(host) ? null : (registeredName(host) ?? null)
    const ip = target.ipAddress !== null && isIP(target.ipAddress) ? target.ipAddress : isIP(host) ? host : null
    return { target, shared, domain: domain && subjectKey({ domain }), ip: ip && subjectKey({ ip }) }
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
  const all = named.map(({ target, shared, registrar, holder }): TargetDesks => {
    const { reasonCode } = target
    const deskOf = (kind: 'registrar' | 'host', name: string | null, registration: Registration | undefined) => {
      const label = name ?? registration?.name
      if (!label) return []
      const contact = known.get(label.toLowerCase())?.[0]
      return [deskNamed(kind, label, { registration, contact, reasonCode, forms })]
    }
    const hostDesk = deskOf('host', target.hosting, holder)
    const registry = { registrar: registrar?.name ?? null, hosting: holder?.name ?? null }
    if (shared) return { desks: [platformDeskOf(shared), ...hostDesk], isShared: true, registry }
    const registrarDesk = deskOf('registrar', target.registrar, registrar)
    const desks = registrarComesFirst(reasonCode, isByDomain)
      ? [...registrarDesk, ...hostDesk]
      : [...hostDesk, ...registrarDesk]
    return { desks, isShared: false, registry }
  })
  return withBounces(db, all)
}

type Registration = Awaited<ReturnType<typeof registrationsOf>>[number]
type Contact = Awaited<ReturnType<typeof contactsOf>>[number]

type KnownOfDesk = {
  registration: Registration | undefined
  contact: Contact | undefined
  reasonCode: string | null
  forms: DeskForms
}

/** The desk of a registrar or host: what its registration says, else the known contact; with its form, by the table. */
function deskNamed(
  kind: 'registrar' | 'host',
  name: string,
  { registration, contact, reasonCode, forms }: KnownOfDesk,
): Desk {
  const isCdn = kind === 'host' && forms.cdnNamed(name) !== undefined
  const ownForm = forms.of({ kind, name, reasonCode })
  const own = kind === 'host' && forms.isInFront(registration?.name, name) ? undefined : registration
  // A desk that takes no email answers it with a pointer to its form.
  const email = ownForm?.takesEmail === false ? null : (own?.emails[0]?.toLowerCase() ?? contact?.email ?? null)
  const form = ownForm?.form ?? own?.form ?? null
  const source =
    ownForm && email === null
      ? sources.table(ownForm.source, ownForm.checkedOn)
      : own && (own.emails[0] || (form && email === null))
        ? sources.registry(own.source ?? 'rdap', own.server, own.day)
        : contact
          ? sources.contact(contact)
          : ''
  return { kind, name, email, form, source, bounced: false, isCdn, acts: actsOn(kind, reasonCode) }
}

/** The platform's own desk; without address and form where it is not known. */
const platformDeskOf = ({ suffix, desk }: SharedHostOf): Desk => ({
  kind: 'platform',
  name: desk?.name ?? suffix,
  email: desk?.email?.toLowerCase() ?? null,
  form: desk?.form ?? null,
  source: desk ? sources.table(desk.source, desk.checkedOn) : '',
  bounced: false,
  isCdn: false,
  acts: true,
})

/** Marks the addresses to which email bounced. */
async function withBounces(db: Db, all: readonly TargetDesks[]): Promise<TargetDesks[]> {
  const emails = all.flatMap(({ desks }) => desks.flatMap(({ email }) => email ?? []))
  const bounced = await bouncedAmong(db, [...new Set(emails)])
  return all.map((one) => ({
    ...one,
    desks: one.desks.map((desk) => ({ ...desk, bounced: desk.email !== null && bounced.has(desk.email) })),
  }))
}
