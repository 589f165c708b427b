import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Outcome, Side } from '#features/revisits/rules.ts'
import { type FetchResponse, type Egress, EgressError } from '#kit/server/egress.ts'
import { isWebAddress, refangAddress } from '#vocabulary/addresses.ts'
import { siteOf } from '#vocabulary/sites.ts'
import { truncate } from '#vocabulary/truncate.ts'
import type { DnsClient } from '#kit/server/dns.ts'
import { templateOf } from './page-template.ts'
import { isMarketplace, isParkingServer, looksParked } from './parking.ts'
import { isChallenge, isSignInPage, isSuspended, parsePage } from './parse-page.ts'

/** The result of a visit. A visit never fails: an error is an outcome. */
export type VisitResult = {
  address: string
  outcome: Outcome
  side: Side | null
  reason: string
  statusCode: number | null
  addresses: string[]
  nameServers: string[]
  finalAddress: string | null
  title: string | null
  excerpt: string | null
  /** SHA-256 of the bytes that were read, hexadecimal. */
  sha256: string | null
  bytes: number | null
  isCut: boolean
  /** The hash of the structure of its page; null where that says nothing. */
  template: string | null
  /** Seconds of the Retry-After header, if the host sent one. */
  retryAfter?: number | undefined
}

/** What a visit needs: guarded egress and DNS. */
export type Visitor = { egress: Egress; dns: DnsClient }

/** Maximum number of bytes read of a page; enough for its title and the traces of parking services. */
export const maxBytesRead = 200_000

type VisitOutcome = { outcome: Outcome; side: Side | null; reason: string }

const undecided = (reason: string): VisitOutcome => ({ outcome: 'undecided', side: null, reason })
const down = (outcome: Outcome, reason: string): VisitOutcome => ({ outcome, side: 'down', reason })
const up = (outcome: Outcome, reason: string): VisitOutcome => ({ outcome, side: 'up', reason })

/**
 * Visits an address (a web address or a bare domain) once: DNS, then HTTPS and, where that is not answered, HTTP.
 * `ownHosts` are hosts of the brand: a redirect there counts as down. docs/decisions/0015-is-it-down.md has the rules.
 */
export async function visitAddress(
  visitor: Visitor,
  address: string,
  ownHosts: readonly string[],
): Promise<VisitResult> {
  const url = webAddress(address)
  const emptyResult: Omit<VisitResult, keyof VisitOutcome> = {
    address: url ?? address.slice(0, 2048),
    statusCode: null,
    addresses: [],
    nameServers: [],
    finalAddress: null,
    title: null,
    excerpt: null,
    sha256: null,
    bytes: null,
    isCut: false,
    template: null,
  }
  if (url === undefined) return { ...emptyResult, ...undecided('Not a web address') }
  const host = bareHost(url)
  const resolved = await visitor.dns.resolve(host)
  if (resolved.kind === 'none') return { ...emptyResult, ...down('no-address', resolved.reason) }
  if (resolved.kind === 'unknown') return { ...emptyResult, ...undecided(resolved.reason) }
  const domain = isIP(host) ? null : siteOf(host)
  const nameServers = domain === null ? [] : await visitor.dns.serversOf(domain)
  const partialResult = {
    ...emptyResult,
    addresses: resolved.addresses.slice(0, 20),
    nameServers: nameServers.slice(0, 20),
  }
  const parkedAt = nameServers.find(isParkingServer)
  const answer = await fetchPage(visitor.egress, url)
  if (answer instanceof EgressError) {
    // Parked domains often answer plain HTTP only, and badly.
    if (parkedAt !== undefined) return { ...partialResult, ...down('parked', `Its name server is ${parkedAt}`) }
    return { ...partialResult, ...outcomeWithoutResponse(answer) }
  }
  const page = parsePage(answer.body)
  const found = outcomeOf(answer, { url, page, ownHosts, parkedAt })
  return {
    ...partialResult,
    ...found,
    statusCode: answer.status,
    finalAddress: answer.address.slice(0, 2048),
    title: truncate(page.title, 300) || null,
    excerpt: truncate(page.text, 2000) || null,
    sha256: createHash('sha256').update(answer.body).digest('hex'),
    bytes: answer.body.length,
    isCut: answer.isCut,
    template: found.outcome === 'up' ? await templateOf({ ...page, address: url, finalAddress: answer.address }) : null,
    retryAfter: answer.retryAfter,
  }
}

/** The web address of a finding's address; undefined when it cannot be one. */
export function webAddress(address: string): string | undefined {
  const trimmed = refangAddress(address.trim())
  const url = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return isWebAddress(url) ? new URL(url).href : undefined
}

/** The host whose pace applies to an address; empty when it has none. */
export function hostOf(address: string): string {
  const url = webAddress(address)
  return url === undefined ? '' : bareHost(url)
}

const bareHost = (url: string) =>
  new URL(url).hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

async function fetchPage(egress: Egress, url: string): Promise<FetchResponse | EgressError> {
  const first = await tryFetch(egress, url)
  // An expired certificate does not keep visitors out: HTTP decides.
  if (!(first instanceof EgressError) || first.reason !== 'unreached' || !url.startsWith('https:')) return first
  const plain = new URL(url)
  plain.protocol = 'http:'
  return tryFetch(egress, plain.href)
}

async function tryFetch(egress: Egress, url: string): Promise<FetchResponse | EgressError> {
  try {
    return await egress.safeFetch(url, 'text/html,application/xhtml+xml,*/*;q=0.8', { cutAt: maxBytesRead })
  } catch (problem) {
    if (problem instanceof EgressError) return problem
    throw problem
  }
}

function outcomeWithoutResponse({ reason: because, message }: EgressError): VisitOutcome {
  if (because === 'time') return down('unreachable', 'No answer in time')
  if (because === 'unreached') return down('unreachable', `It could not be reached: ${message}`.slice(0, 300))
  if (because === 'garbled') return undecided(`It responds, but not like a website: ${message}`.slice(0, 300))
  if (because === 'redirects') return undecided('It redirects endlessly')
  return undecided(`It was not visited: ${message}`.slice(0, 300))
}

const goneReasons: Readonly<Record<number, string>> = {
  404: 'Not found (404)',
  410: 'Gone (410)',
  451: 'Unavailable for legal reasons (451)',
}

type PageContext = {
  url: string
  page: ReturnType<typeof parsePage>
  ownHosts: readonly string[]
  parkedAt: string | undefined
}

function outcomeOf({ status, address }: FetchResponse, { url, page, ownHosts, parkedAt }: PageContext): VisitOutcome {
  const [from, to] = [bareHost(url), bareHost(address)]
  const isElsewhere = siteOf(from) !== siteOf(to)
  if (isElsewhere && ownHosts.some((host) => to === host || to.endsWith(`.${host}`)))
    return down('redirected', `It redirects to the brand's own site, ${to}`)
  if (isElsewhere && isMarketplace(to)) return down('parked', `It redirects to ${to}, where domains are sold`)
  if (goneReasons[status]) return down('gone', goneReasons[status])
  if (parkedAt !== undefined) return down('parked', `Its name server is ${parkedAt}`)
  if (status < 200 || status >= 300) return undecided(`Status ${status} is inconclusive`)
  if (isSuspended(page, address)) return down('gone', 'Its host has suspended the site')
  if (isChallenge(page, address)) return undecided('It shows a bot check')
  if (looksParked(page)) return down('parked', 'It shows a parking page')
  if (isElsewhere) return up('redirected', `It redirects to ${to}`)
  if (address !== url && isSignInPage(address)) return undecided('It requires sign-in')
  if (pathOf(url) !== '/' && pathOf(address) === '/') return undecided('It redirects to the home page of the same site')
  return up('up', `It responds (${status})`)
}

const pathOf = (url: string) => new URL(url).pathname
