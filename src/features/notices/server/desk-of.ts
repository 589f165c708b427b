import { getDomain } from 'tldts'
import { openSharedHosts, type SharedHostOf } from '#features/contacts/server/shared-hosts.ts'
import { isOfDomain, subjectKey } from '#features/contacts/server/subject.ts'
import type { Desk, DeskKind } from '#features/notices/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { type AddressFacts, factsOfAddresses, namedHostsOf } from './queries.ts'

/** A notice whose recipient is to be judged. */
export type Addressed = {
  findingId: string
  abuseEmail: string
  registrar: string | null
  hosting: string | null
  ipAddress: string | null
  /** The reported page or domain. */
  address: string
  /** Whose address it is, as the person said who typed it. */
  deskKind?: 'registrar' | 'host' | undefined
}

/** The desk that receives a notice, as its record keeps it. */
export type Recipient = {
  kind: DeskKind
  /** The registrar, host or platform; null where the address fits none. */
  name: string | null
}

/** Whose desk an address is, and the best that is known of it; `facts` undefined for an address only typed. */
export type KnownDesk = Recipient & {
  /** To whom the letter is written. */
  desk: Desk
  facts: AddressFacts | undefined
}

/** Judges the recipients of notices, in their order; a fixed number of statements. */
export async function desksOf(db: Db, notices: readonly Addressed[]): Promise<KnownDesk[]> {
  const emails = [...new Set(notices.map((one) => one.abuseEmail.toLowerCase()).filter(Boolean))]
  if (emails.length === 0) return notices.map(() => ({ desk: 'unknown', kind: 'other', name: null, facts: undefined }))
  const subjects = [...new Set(notices.flatMap(subjectsOf))]
  const known = Map.groupBy(await factsOfAddresses(db, emails, subjects), (one) => one.email)
  const sharedHosts = await openSharedHosts(db)
  const named = await namedHostsOf(
    db,
    notices.map(({ findingId }) => findingId),
  )
  return notices.map((one) => {
    const email = one.abuseEmail.toLowerCase()
    return judged(one, {
      known: known.get(email) ?? [],
      shared: sharedHosts.of(normaliseDomain(one.address)),
      isNamedHost: named.has(`${one.findingId} ${email}`),
      isOfPlatform: sharedHosts.hasDesk(email),
    })
  })
}

type Evidence = {
  known: readonly AddressFacts[]
  /** The platform under whose suffix the reported host lies. */
  shared: SharedHostOf | undefined
  /** An answer to a notice about this finding named it as the host's address. */
  isNamedHost: boolean
  /** It is the address of some platform's desk. */
  isOfPlatform: boolean
}

/**
 * The platform's own address decides; then a registration of the domain or the IP address, and the host that an answer
 * named; then the person who typed it; then a contact that has the name of only one of registrar and host; last, that it
 * is some platform's address. A name under a platform's suffix has no registrar.
 */
function judged(notice: Addressed, { known, shared, isNamedHost, isOfPlatform }: Evidence): KnownDesk {
  const contacts = known
    .filter(({ subject }) => subject === null)
    .toSorted((a, b) => Number(a.from === 'entered') - Number(b.from === 'entered'))
  const named = (name: string | null) => contacts.find((one) => isSameName(one.name, name))
  const [registrar, host] = [shared ? undefined : named(notice.registrar), named(notice.hosting)]
  const facts = registrar ?? host ?? contacts[0]
  const platform = shared?.desk?.email?.toLowerCase() === notice.abuseEmail.toLowerCase() ? shared.desk : undefined
  if (platform) return { desk: 'host', kind: 'platform', name: platform.name, facts }
  const subjects = subjectsOf(notice).filter((one) => !(shared && isOfDomain(one)))
  const registered = known.find(({ subject }) => subject !== null && subjects.includes(subject))
  if (registered?.subject && isOfDomain(registered.subject))
    return { desk: 'registrar', kind: 'registrar', name: notice.registrar ?? registered.name, facts: registered }
  if (registered) return { desk: 'host', kind: 'host', name: notice.hosting ?? registered.name, facts: registered }
  const ofHost = { desk: 'host', kind: 'host', name: notice.hosting } as const
  const ofRegistrar = { desk: 'registrar', kind: 'registrar', name: notice.registrar } as const
  if (isNamedHost) return { ...ofHost, facts }
  if (notice.deskKind) return { ...(notice.deskKind === 'registrar' && !shared ? ofRegistrar : ofHost), facts }
  // A typed address was stored for both names: the one that it is known for otherwise decides.
  if (registrar && (!host || (host.from === 'entered' && registrar.from !== 'entered')))
    return { ...ofRegistrar, facts }
  if (host && (!registrar || (registrar.from === 'entered' && host.from !== 'entered')))
    return { ...ofHost, facts: host }
  // One company that is both gets the statements for both. An address that was typed for both names may be either's.
  if (registrar && host && registrar.from !== 'entered')
    return { desk: 'unknown', kind: 'registrar', name: notice.registrar, facts }
  if (!registrar && !host && isOfPlatform) return { ...ofHost, facts }
  return { desk: shared ? 'host' : 'unknown', kind: 'other', name: null, facts }
}

function subjectsOf({ address, ipAddress }: Addressed): string[] {
  const domain = getDomain(normaliseDomain(address))
  return [...(domain ? [subjectKey({ domain })] : []), ...(ipAddress ? [subjectKey({ ip: ipAddress })] : [])]
}

/** As contacts are offered (G74): one name contains the other, in any letter case. */
function isSameName(one: string, other: string | null): boolean {
  const [a, b] = [one.toLowerCase(), (other ?? '').trim().toLowerCase()]
  return b !== '' && (a.includes(b) || (a.length > 2 && b.includes(a)))
}
