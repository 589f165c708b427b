import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import type { Outcome, Side } from '#features/revisits/messages.ts'
import { type FetchResponse, type Egress, EgressError } from '#kit/server/outside.ts'
import { isWebAddress } from '#vocabulary/addresses.ts'
import type { Names } from './names.ts'
import { isMarketplace, isParkingServer, looksParked } from './parking.ts'
import { isChallenge, isDoor, isSuspended, readPage } from './read-seen.ts'

/** The result of a visit. A visit never fails: an error is an outcome. */
export type Seen = {
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
  /** Seconds of the Retry-After header, if the host sent one. */
  retryAfter?: number | undefined
}

/** What a visit needs: guarded egress and DNS. */
export type Visitor = { egress: Egress; names: Names }

/** Maximum number of bytes read of a page; enough for its title and the traces of parking services. */
export const maxBytesRead = 200_000

type Verdict = { outcome: Outcome; side: Side | null; reason: string }

const undecided = (reason: string): Verdict => ({ outcome: 'undecided', side: null, reason })
const down = (outcome: Outcome, reason: string): Verdict => ({ outcome, side: 'down', reason })
const up = (outcome: Outcome, reason: string): Verdict => ({ outcome, side: 'up', reason })

/**
 * Visits an address (a web address or a bare domain) once: DNS, then HTTPS and, where that is not answered, HTTP.
 * `ownHosts` are hosts of the brand: a redirect there counts as down. docs/decisions/0015-is-it-down.md has the rules.
 */
export async function visitAddress(visitor: Visitor, address: string, own: readonly string[]): Promise<Seen> {
  const url = webAddress(address)
  const nothing: Omit<Seen, keyof Verdict> = {
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
  }
  if (url === undefined) return { ...nothing, ...undecided('It is not a web address') }
  const host = bareHost(url)
  const named = await visitor.names.resolve(host)
  if (named.kind === 'none') return { ...nothing, ...down('no-address', named.reason) }
  if (named.kind === 'unknown') return { ...nothing, ...undecided(named.reason) }
  const domain = isIP(host) ? null : getDomain(host, { allowPrivateDomains: true })
  const nameServers = domain === null ? [] : await visitor.names.serversOf(domain)
  const known = { ...nothing, addresses: named.addresses.slice(0, 20), nameServers: nameServers.slice(0, 20) }
  const parkedAt = nameServers.find(isParkingServer)
  const answer = await fetched(visitor.egress, url)
  if (answer instanceof EgressError) {
    // Parked domains often answer plain HTTP only, and badly.
    if (parkedAt !== undefined) return { ...known, ...down('parked', `Its name server is ${parkedAt}`) }
    return { ...known, ...withoutAnswer(answer) }
  }
  const page = readPage(answer.body)
  return {
    ...known,
    ...verdictOn(answer, { url, page, own, parkedAt }),
    statusCode: answer.status,
    finalAddress: answer.address.slice(0, 2048),
    title: page.title.slice(0, 300) || null,
    excerpt: page.text.slice(0, 2000) || null,
    sha256: createHash('sha256').update(answer.body).digest('hex'),
    bytes: answer.body.length,
    isCut: answer.isCut,
    retryAfter: answer.retryAfter,
  }
}

/** The web address of a finding's address; undefined when it cannot be one. */
export function webAddress(address: string): string | undefined {
  const trimmed = address.trim()
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

async function fetched(egress: Egress, url: string): Promise<FetchResponse | EgressError> {
  const first = await tried(egress, url)
  // An expired certificate does not keep visitors out: HTTP decides.
  if (!(first instanceof EgressError) || first.reason !== 'unreached' || !url.startsWith('https:')) return first
  const plain = new URL(url)
  plain.protocol = 'http:'
  return tried(egress, plain.href)
}

async function tried(egress: Egress, url: string): Promise<FetchResponse | EgressError> {
  try {
    return await egress.safeFetch(url, 'text/html,application/xhtml+xml,*/*;q=0.8', { cutAt: maxBytesRead })
  } catch (problem) {
    if (problem instanceof EgressError) return problem
    throw problem
  }
}

function withoutAnswer({ reason: because, message }: EgressError): Verdict {
  if (because === 'time') return down('unreachable', 'No answer in time')
  if (because === 'unreached') return down('unreachable', `It could not be reached: ${message}`.slice(0, 300))
  if (because === 'garbled') return undecided(`It responds, but not like a website: ${message}`.slice(0, 300))
  if (because === 'redirects') return undecided('It redirects endlessly')
  return undecided(`It was not visited: ${message}`.slice(0, 300))
}

const goneWith: Readonly<Record<number, string>> = {
  404: 'Not found (404)',
  410: 'Gone (410)',
  451: 'Unavailable for legal reasons (451)',
}

type PageContext = {
  url: string
  page: ReturnType<typeof readPage>
  own: readonly string[]
  parkedAt: string | undefined
}

function verdictOn({ status, address }: FetchResponse, { url, page, own, parkedAt }: PageContext): Verdict {
  const [from, to] = [bareHost(url), bareHost(address)]
  const isElsewhere = siteOf(from) !== siteOf(to)
  if (isElsewhere && own.some((host) => to === host || to.endsWith(`.${host}`)))
    return down('redirected', `It redirects to the brand's own site, ${to}`)
  if (isElsewhere && isMarketplace(to)) return down('parked', `It redirects to ${to}, where domains are sold`)
  if (goneWith[status]) return down('gone', goneWith[status])
  if (parkedAt !== undefined) return down('parked', `Its name server is ${parkedAt}`)
  if (status < 200 || status >= 300) return undecided(`Status ${status} is inconclusive`)
  if (isSuspended(page, address)) return down('gone', 'Its host has suspended the site')
  if (isChallenge(page)) return undecided('It shows a bot check')
  if (looksParked(page)) return down('parked', 'It shows a parking page')
  if (isElsewhere) return up('redirected', `It redirects to ${to}`)
  if (address !== url && isDoor(address)) return undecided('It requires sign-in')
  if (pathOf(url) !== '/' && pathOf(address) === '/') return undecided('It redirects to the home page of the same site')
  return up('up', `It responds (${status})`)
}

const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host
const pathOf = (url: string) => new URL(url).pathname
