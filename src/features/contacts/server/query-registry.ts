import type { Db } from '#kit/server/db.ts'
import { type Egress, EgressError } from '#kit/server/egress.ts'
import type { Bootstrap } from './bootstrap.ts'
import {
  saveRegistration,
  storedRegistration,
  pauseServer,
  reserveTurn,
  secondsUntilTurn,
  type Registration,
} from './queries.ts'
import { readRdap } from './read-rdap.ts'
import { type Subject, subjectKey } from './subject.ts'
import { readWhois, referralIn } from './read-whois.ts'
import type { FoundContacts, ParsedAnswer } from './parsed-answer.ts'

/** Database, guarded network access and bootstrap data of registry queries. */
export type RegistryDeps = { db: Db; egress: Egress; bootstrap: Bootstrap; secondsBetween?: number }

const rdapTypes = 'application/rdap+json, application/json'
/** Pause after a rate limit reply without a Retry-After, in seconds. */
const defaultPauseSeconds = 3600

/** The request budget of a server is used up; try again in so many seconds. */
export class BudgetExhausted extends Error {
  readonly seconds: number

  constructor(server: string, seconds: number) {
    super(`${server} will be queried later`)
    this.seconds = seconds
  }
}

type RegistryResponse = { parsedAnswer: ParsedAnswer; source: 'rdap' | 'whois'; server: string }

/**
 * The registration data of a domain or IP address: RDAP first, WHOIS where RDAP gives no answer; stored with its age.
 * A rate-limiting server is paused, and 'throttled' is an outcome of its own. Rejects with BudgetExhausted while the
 * request budget of a server is used up.
 */
export async function queryRegistry(deps: RegistryDeps, subject: Subject): Promise<Registration> {
  const stored = await storedRegistration(deps.db, subjectKey(subject))
  return stored ?? askRegistry(deps, subject)
}

/** The same without looking at what is stored: its server is asked now. */
export async function askRegistry(deps: RegistryDeps, subject: Subject): Promise<Registration> {
  const registration = asRegistration(await fetchRegistration(deps, subject))
  await saveRegistration(deps.db, subjectKey(subject), registration)
  return registration
}

async function fetchRegistration(deps: RegistryDeps, subject: Subject): Promise<RegistryResponse> {
  const byRdap = await queryRdap(deps, subject)
  if (byRdap && byRdap.parsedAnswer.kind !== 'unreadable') return byRdap
  const byWhois = await queryWhois(deps, subject)
  return byWhois.parsedAnswer.kind === 'unreadable' && byRdap ? byRdap : byWhois
}

async function queryRdap(deps: RegistryDeps, subject: Subject): Promise<RegistryResponse | undefined> {
  const base = await deps.bootstrap.serverOf(subject).catch(() => undefined)
  if (base === undefined) return undefined
  const path = 'domain' in subject ? `domain/${subject.domain}` : `ip/${subject.ip}`
  const response = await getRdap(deps, base + path)
  const { parsedAnswer } = response
  if (parsedAnswer.kind !== 'found' || parsedAnswer.emails.length > 0 || !parsedAnswer.related) return response
  // A thin registry refers to the registrar, which names its own abuse desk.
  const more = await getRdap(deps, parsedAnswer.related)
  if (more.parsedAnswer.kind !== 'found' || more.parsedAnswer.emails.length === 0) return response
  return { ...more, parsedAnswer: merged(parsedAnswer, more.parsedAnswer) }
}

/** What the registrar says, with the name and the dates of the registry where it has them. */
const merged = (registry: FoundContacts, registrar: FoundContacts): FoundContacts => ({
  ...registrar,
  name: registry.name ?? registrar.name,
  registeredOn: registry.registeredOn ?? registrar.registeredOn,
  expiresOn: registry.expiresOn ?? registrar.expiresOn,
  changedOn: registry.changedOn ?? registrar.changedOn,
})

async function getRdap(deps: RegistryDeps, address: string): Promise<RegistryResponse> {
  const server = URL.canParse(address) ? new URL(address).host : address
  const responseOf = (parsedAnswer: ParsedAnswer): RegistryResponse => ({ parsedAnswer, source: 'rdap', server })
  await takeTurn(deps, server)
  try {
    const { status, body, retryAfter } = await deps.egress.safeFetch(address, rdapTypes)
    if (status === 429 || status === 503) {
      await pauseServer(deps.db, server, Math.min(retryAfter ?? defaultPauseSeconds, 86_400))
      return responseOf({ kind: 'throttled', reason: `${server} answered ${status}` })
    }
    const json = parseJson(body)
    // Only an RDAP error says that there is no such name; a 404 of a proxy, empty or with JSON of its own, says nothing.
    if (status === 404 && readRdap(json).kind === 'unregistered')
      return responseOf({ kind: 'unregistered', reason: `${server} has no such name` })
    if (status !== 200 || json === undefined)
      return responseOf({ kind: 'unreadable', reason: `${server} answered ${status} without readable JSON` })
    const parsedAnswer = readRdap(json)
    if (parsedAnswer.kind === 'throttled') await pauseServer(deps.db, server, defaultPauseSeconds)
    return responseOf(parsedAnswer)
  } catch (problem) {
    return responseOf(unreadable(problem))
  }
}

async function queryWhois(deps: RegistryDeps, subject: Subject): Promise<RegistryResponse> {
  const query = 'domain' in subject ? subject.domain : subject.ip
  const iana = 'whois.iana.org'
  const first = await whoisText(deps, iana, 'domain' in subject ? query.split('.').at(-1)! : query)
  if ('problem' in first) return { parsedAnswer: first.problem, source: 'whois', server: iana }
  const server = referralIn(first.text)
  if (server === null)
    return { parsedAnswer: { kind: 'unreadable', reason: 'No WHOIS server is known' }, source: 'whois', server: iana }
  const response = await readWhoisOf(deps, server, query)
  if (
    response.parsedAnswer.kind !== 'found' ||
    response.parsedAnswer.emails.length > 0 ||
    !response.parsedAnswer.related
  )
    return response
  const more = await readWhoisOf(deps, response.parsedAnswer.related, query)
  if (more.parsedAnswer.kind !== 'found' || more.parsedAnswer.emails.length === 0) return response
  return { ...more, parsedAnswer: merged(response.parsedAnswer, more.parsedAnswer) }
}

async function readWhoisOf(deps: RegistryDeps, server: string, query: string): Promise<RegistryResponse> {
  const answer = await whoisText(deps, server, query)
  const parsedAnswer = 'problem' in answer ? answer.problem : readWhois(answer.text)
  if (parsedAnswer.kind === 'throttled') await pauseServer(deps.db, server, defaultPauseSeconds)
  return { parsedAnswer, source: 'whois', server }
}

async function whoisText(
  deps: RegistryDeps,
  server: string,
  query: string,
): Promise<{ text: string } | { problem: ParsedAnswer }> {
  await takeTurn(deps, server)
  try {
    return { text: await deps.egress.whois(server, query) }
  } catch (problem) {
    return { problem: unreadable(problem) }
  }
}

async function takeTurn({ db, secondsBetween = 2 }: RegistryDeps, server: string): Promise<void> {
  if (await reserveTurn(db, server, secondsBetween)) return
  throw new BudgetExhausted(server, await secondsUntilTurn(db, server))
}

function unreadable(problem: unknown): ParsedAnswer {
  if (!(problem instanceof EgressError)) throw problem
  return { kind: 'unreadable', reason: problem.message.slice(0, 500) }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function asRegistration({ parsedAnswer, source, server }: RegistryResponse): Registration {
  if (parsedAnswer.kind === 'found') {
    const { name, emails, reason, registeredOn, expiresOn, changedOn, country, form } = parsedAnswer
    return { outcome: 'found', name, emails, reason, source, server, registeredOn, expiresOn, changedOn, country, form }
  }
  const outcome = parsedAnswer.kind === 'unreadable' ? 'unknown' : parsedAnswer.kind
  const nothing = {
    name: null,
    emails: [],
    registeredOn: null,
    expiresOn: null,
    changedOn: null,
    country: null,
    form: null,
  }
  return { outcome, ...nothing, reason: parsedAnswer.reason, source, server }
}
