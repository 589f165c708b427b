import type { Db } from '#kit/server/db.ts'
import { type Egress, EgressError } from '#kit/server/outside.ts'
import type { Bootstrap } from './bootstrap.ts'
import { saveRegistration, storedRegistration, leaveAlone, reserveTurn, type Registration } from './queries.ts'
import { readRdap } from './read-rdap.ts'
import { readWhois, referralIn } from './read-whois.ts'
import type { Reading } from './reading.ts'

/** Database, guarded network access and bootstrap data of registry queries. */
export type RegistryDeps = { db: Db; egress: Egress; bootstrap: Bootstrap; secondsBetween?: number }
/** What is looked up: a registrable domain or an IP address. */
export type Subject = { domain: string } | { ip: string }

const rdapTypes = 'application/rdap+json, application/json'
/** Pause after a rate limit reply without a Retry-After, in seconds. */
const pause = 3600

/** The request budget of a server is used up; try again later. */
export class NotYet extends Error {}

type RegistryResponse = { reading: Reading; source: 'rdap' | 'whois'; server: string }

/**
 * The registration data of a domain or IP address: RDAP first, WHOIS where RDAP gives no answer; stored with its age.
 * A rate-limiting server is paused, and 'throttled' is an outcome of its own. Rejects with BudgetExhausted while the
 * request budget of a server is used up.
 */
export async function queryRegistry(deps: RegistryDeps, subject: Subject): Promise<Registration> {
  const name = 'domain' in subject ? `domain:${subject.domain}` : `ip:${subject.ip}`
  const stored = await storedRegistration(deps.db, name)
  if (stored) return stored
  const registration = asRegistration(await fetchRegistration(deps, subject))
  await saveRegistration(deps.db, name, registration)
  return registration
}

async function fetchRegistration(deps: RegistryDeps, subject: Subject): Promise<RegistryResponse> {
  const byRdap = await queryRdap(deps, subject)
  if (byRdap && byRdap.reading.kind !== 'unreadable') return byRdap
  const byWhois = await queryWhois(deps, subject)
  return byWhois.reading.kind === 'unreadable' && byRdap ? byRdap : byWhois
}

async function queryRdap(deps: RegistryDeps, subject: Subject): Promise<RegistryResponse | undefined> {
  const base = await deps.bootstrap.serverOf(subject).catch(() => undefined)
  if (base === undefined) return undefined
  const path = 'domain' in subject ? `domain/${subject.domain}` : `ip/${subject.ip}`
  const response = await getRdap(deps, base + path)
  const { reading } = response
  if (reading.kind !== 'found' || reading.emails.length > 0 || !reading.related) return response
  // A thin registry refers to the registrar, which names its own abuse desk.
  const more = await getRdap(deps, reading.related)
  if (more.reading.kind !== 'found' || more.reading.emails.length === 0) return response
  return { ...more, reading: { ...more.reading, name: reading.name ?? more.reading.name } }
}

async function getRdap(deps: RegistryDeps, address: string): Promise<RegistryResponse> {
  const server = URL.canParse(address) ? new URL(address).host : address
  const responseOf = (reading: Reading): RegistryResponse => ({ reading, source: 'rdap', server })
  await takeTurn(deps, server)
  try {
    const { status, body, retryAfter } = await deps.egress.safeFetch(address, rdapTypes)
    if (status === 429 || status === 503) {
      await leaveAlone(deps.db, server, Math.min(retryAfter ?? pause, 86_400))
      return responseOf({ kind: 'throttled', reason: `${server} answered ${status}` })
    }
    const json = parsed(body)
    // A 404 from a proxy (not JSON) says nothing about the domain.
    if (status === 404 && (json !== undefined || body.length === 0))
      return responseOf({ kind: 'unregistered', reason: `${server} has no such name` })
    if (status !== 200 || json === undefined)
      return responseOf({ kind: 'unreadable', reason: `${server} answered ${status} without readable JSON` })
    const reading = readRdap(json)
    if (reading.kind === 'throttled') await leaveAlone(deps.db, server, pause)
    return responseOf(reading)
  } catch (problem) {
    return responseOf(unreadable(problem))
  }
}

async function queryWhois(deps: RegistryDeps, subject: Subject): Promise<RegistryResponse> {
  const query = 'domain' in subject ? subject.domain : subject.ip
  const iana = 'whois.iana.org'
  const first = await whoisText(deps, iana, 'domain' in subject ? query.split('.').at(-1)! : query)
  if ('problem' in first) return { reading: first.problem, source: 'whois', server: iana }
  const server = referralIn(first.text)
  if (server === null)
    return { reading: { kind: 'unreadable', reason: 'No WHOIS server is known' }, source: 'whois', server: iana }
  const response = await readWhoisOf(deps, server, query)
  if (response.reading.kind !== 'found' || response.reading.emails.length > 0 || !response.reading.related)
    return response
  const more = await readWhoisOf(deps, response.reading.related, query)
  return more.reading.kind === 'found' && more.reading.emails.length > 0 ? more : response
}

async function readWhoisOf(deps: RegistryDeps, server: string, query: string): Promise<RegistryResponse> {
  const answer = await whoisText(deps, server, query)
  const reading = 'problem' in answer ? answer.problem : readWhois(answer.text)
  if (reading.kind === 'throttled') await leaveAlone(deps.db, server, pause)
  return { reading, source: 'whois', server }
}

async function whoisText(
  deps: RegistryDeps,
  server: string,
  query: string,
): Promise<{ text: string } | { problem: Reading }> {
  await takeTurn(deps, server)
  try {
    return { text: await deps.egress.whois(server, query) }
  } catch (problem) {
    return { problem: unreadable(problem) }
  }
}

async function takeTurn({ db, secondsBetween = 2 }: RegistryDeps, server: string): Promise<void> {
  if (!(await reserveTurn(db, server, secondsBetween))) throw new NotYet(`${server} will be queried later`)
}

function unreadable(problem: unknown): Reading {
  if (!(problem instanceof EgressError)) throw problem
  return { kind: 'unreadable', reason: problem.message.slice(0, 500) }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function asRegistration({ reading, source, server }: RegistryResponse): Registration {
  if (reading.kind === 'found') {
    const { name, emails, reason } = reading
    return { outcome: 'found', name, emails, reason, source, server }
  }
  const outcome = reading.kind === 'unreadable' ? 'unknown' : reading.kind
  return { outcome, name: null, emails: [], reason: reading.reason, source, server }
}
