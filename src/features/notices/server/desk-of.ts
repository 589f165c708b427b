import { getDomain } from 'tldts'
import type { Desk } from '#features/notices/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { type AddressFacts, factsOfAddresses } from './queries.ts'

/** A notice whose recipient is to be judged. */
export type Addressed = {
  abuseEmail: string
  registrar: string | null
  hosting: string | null
  ipAddress: string | null
  /** The reported page or domain. */
  address: string
}

/** Whose desk an address is, and the best that is known of it; `facts` undefined for an address only typed. */
export type KnownDesk = { desk: Desk; facts: AddressFacts | undefined }

/** Judges the recipients of notices, in their order; one statement. */
export async function desksOf(db: Db, notices: readonly Addressed[]): Promise<KnownDesk[]> {
  const emails = [...new Set(notices.map((one) => one.abuseEmail.toLowerCase()).filter(Boolean))]
  const subjects = [...new Set(notices.flatMap(subjectsOf))]
  const known = Map.groupBy(emails.length === 0 ? [] : await factsOfAddresses(db, emails, subjects), (one) => one.email)
  return notices.map((one) => judged(one, known.get(one.abuseEmail.toLowerCase()) ?? []))
}

/** A registration of the domain or the IP address decides; then a contact that has the name of only one of both. */
function judged(notice: Addressed, known: readonly AddressFacts[]): KnownDesk {
  const subjects = subjectsOf(notice)
  const registered = known.find(({ subject }) => subject !== null && subjects.includes(subject))
  if (registered) return { desk: registered.subject!.startsWith('ip:') ? 'host' : 'registrar', facts: registered }
  const contacts = known.filter(({ subject }) => subject === null)
  const named = (name: string | null) => contacts.find((one) => isSameName(one.name, name))
  const [registrar, host] = [named(notice.registrar), named(notice.hosting)]
  const desk = registrar && !host ? 'registrar' : host && !registrar ? 'host' : 'unknown'
  return { desk, facts: registrar ?? host ?? contacts[0] }
}

function subjectsOf({ address, ipAddress }: Addressed): string[] {
  const domain = getDomain(normaliseDomain(address))
  return [...(domain ? [`domain:${domain}`] : []), ...(ipAddress ? [`ip:${ipAddress}`] : [])]
}

/** As contacts are offered (G74): one name contains the other, in any letter case. */
function isSameName(one: string, other: string | null): boolean {
  const [a, b] = [one.toLowerCase(), (other ?? '').trim().toLowerCase()]
  return b !== '' && (a.includes(b) || (a.length > 2 && b.includes(a)))
}
