import { connect } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { connectThrough } from './browser/connect-through.ts'
import { createEgressRule, type EgressRule, type EgressRuleOptions } from './egress-rule.ts'
import { markProgress } from './stalled-work.ts'
import { untilItWorks } from './until-it-works.ts'

// Loaded with the first request: no other dependency here is as large.
const undici = () => import('undici')

/** Why an external request was refused or failed; 'garbled' is a response that is not HTTP. */
export class EgressError extends Error {
  readonly reason: 'address' | 'redirects' | 'size' | 'time' | 'unreached' | 'garbled'
  constructor(reason: EgressError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** The response of an external server; `retryAfter` in seconds, `address` after redirects. */
export type FetchResponse = {
  status: number
  /** Names in lower case; of several with one name, the first. */
  headers: Record<string, string>
  body: Buffer
  retryAfter: number | undefined
  address: string
  /** The body was longer or too slow and was truncated; only with `cutAt`. */
  isCut: boolean
}

export type FetchOptions = {
  /** A body with more bytes, or a too slow one, is truncated instead of rejected. */
  cutAt?: number
  /** Gets each part of the body as it arrives, which waits for it; the body of the answer is then empty. */
  onPart?: (part: Buffer) => Promise<unknown>
  /** Limits of this request instead of the client's. */
  maxBytes?: number
  seconds?: number
  /** Sent besides `accept`; not to another origin that a redirect leads to. */
  headers?: Record<string, string>
  /** Default GET. A redirect is then followed with GET and without the body, unless its status is 307 or 308. */
  method?: 'GET' | 'POST' | 'HEAD'
  body?: string | Buffer
  signal?: AbortSignal
  /** Origin that the operator configured, not a user: it may be one of `internalServers`. */
  configuredOrigin?: string | undefined
}

/** Outbound requests: every request to an address chosen by somebody else goes through here (SSRF protection). */
export type Egress = {
  /** Fetches a page; redirects are followed, and each is checked. Rejects with EgressError. */
  safeFetch: (address: string, accept: string, fetching?: FetchOptions) => Promise<FetchResponse>
  /** Sends one line to a WHOIS server (RFC 3912) and returns its text. Rejects with EgressError. */
  whois: (server: string, query: string) => Promise<string>
  /** The public IP addresses of a host name; empty if it has none. */
  resolve: (host: string) => Promise<string[]>
  close: () => Promise<void>
}

export type EgressOptions = EgressRuleOptions & {
  seconds?: number
  maxBytes?: number
  maxRedirects?: number
  whoisPort?: number
  /** What requests call themselves. */
  userAgent?: string | undefined
  /** A forward proxy of the operator for all requests: http(s)://user:password@host:port. It gets addresses, not names. */
  proxy?: URL | undefined
  /**
   * Origins inside the operator's network, on any port: reached by requests whose `configuredOrigin` they are, directly.
   * What they redirect to elsewhere is checked.
   */
  internalServers?: readonly string[] | undefined
}

/** What requests call themselves where the operator says nothing. */
export const ownUserAgent = 'Brandkeep'

/**
 * Opens the egress client. Only public IP addresses are reached, whatever names and redirects say; responses are
 * limited in time and size.
 */
export function openEgress(bounds: EgressOptions = {}): Egress {
  const { seconds = 10, maxBytes = 1_000_000, maxRedirects = 4, whoisPort = 43 } = bounds
  const { userAgent = ownUserAgent, internalServers = [] } = bounds
  const rule = createEgressRule(bounds, noPublicAddress)
  let opened: Agent | undefined
  const agent = untilItWorks(async () => {
    const library = await undici()
    opened = new library.Agent({
      connect: guardedConnector(library, { rule, proxy: bounds.proxy, milliseconds: seconds * 1000 }),
    })
    return opened
  })
  let openedInternal: Agent | undefined
  const internalAgent = untilItWorks(async () => (openedInternal = new (await undici()).Agent()))

  async function requestOnce(address: string, options: RequestOptions): Promise<FetchResponse & { next?: string }> {
    const { signal, method = 'GET', body: sent = null } = options
    const url = new URL(address)
    const isInternal = options.configuredOrigin === url.origin && internalServers.includes(url.origin)
    if (!isInternal) await checkAddress(rule, url)
    const { request } = await undici()
    const { statusCode, headers, body } = await request(url, {
      dispatcher: await (isInternal ? internalAgent() : agent()),
      signal,
      method,
      body: sent,
      headers: { 'user-agent': userAgent, ...options.headers, accept: options.accept },
    })
    const answered = { status: statusCode, headers: plainHeaders(headers), address }
    const next = redirectOf(answered)
    if (next !== undefined) {
      await body.dump({ limit: 65_536, signal })
      return { ...answered, body: Buffer.alloc(0), retryAfter: undefined, isCut: false, next }
    }
    const { bytes, isCut } = await bytesOf(body, { maxBytes, ...options })
    return { ...answered, body: bytes, retryAfter: retryAfterOf(answered.headers['retry-after']), isCut }
  }

  return {
    resolve: rule.resolve,
    safeFetch: async (address, accept, fetching = {}) => {
      const late = AbortSignal.timeout((fetching.seconds ?? seconds) * 1000)
      const signal = fetching.signal ? AbortSignal.any([late, fetching.signal]) : late
      try {
        let options: RequestOptions = { ...fetching, accept, signal }
        let next = address
        for (let hops = 0; hops <= maxRedirects; hops++) {
          const answer = await requestOnce(next, options)
          markProgress()
          if (answer.next === undefined) return answer
          options = afterRedirect(options, { from: next, to: answer.next, status: answer.status })
          next = answer.next
        }
      } catch (problem) {
        throw asEgressError(problem, late.aborted)
      }
      throw new EgressError('redirects', `More than ${maxRedirects} redirects`)
    },
    whois: async (server, query) => {
      const [host] = await allowedAddresses(rule, server)
      return queryWhois({ host: host!, port: whoisPort, query, seconds, maxBytes })
    },
    close: async () => {
      await Promise.all([opened?.destroy(), openedInternal?.destroy()])
    },
  }
}

type RequestOptions = FetchOptions & { accept: string; signal: AbortSignal }

const noPublicAddress = (host: string) => new EgressError('address', `${host} has no public address`)

async function allowedAddresses(rule: EgressRule, host: string): Promise<string[]> {
  const allowed = await rule.resolve(host)
  if (allowed.length === 0) throw noPublicAddress(host)
  return allowed
}

/** A literal IP address is never resolved when a connection opens, so it is checked here. */
async function checkAddress(rule: EgressRule, url: URL): Promise<void> {
  const refusal = rule.refusalOf(url)
  if (refusal !== undefined) throw new EgressError('address', refusal)
  await allowedAddresses(rule, url.hostname)
}

function guardedConnector(
  library: { buildConnector: typeof buildConnector },
  { rule, proxy, milliseconds }: Connecting,
): buildConnector.connector {
  const open = library.buildConnector({ lookup: rule.lookup, timeout: milliseconds })
  return (options, done) => {
    const { hostname, protocol, port } = options
    const own = rule.ownPort(hostname)
    if (own !== undefined) return open({ ...options, hostname: '127.0.0.1', port: `${own}` }, done)
    if (!proxy) return open(options, done)
    const isTls = protocol === 'https:'
    allowedAddresses(rule, hostname)
      .then(([address]) =>
        connectThrough(proxy, { address: address!, port: Number(port) || (isTls ? 443 : 80), milliseconds }),
      )
      .then(
        (socket) => (isTls ? open({ ...options, httpSocket: socket }, done) : done(null, socket)),
        (problem: Error) => done(problem, null),
      )
  }
}

type Connecting = { rule: EgressRule; proxy: URL | undefined; milliseconds: number }

/** What is sent after a redirect: what only the first origin may know stays there. */
function afterRedirect(
  options: RequestOptions,
  { from, to, status }: { from: string; to: string; status: number },
): RequestOptions {
  const { headers, body, method, ...rest } = options
  const isSame = new URL(from).origin === new URL(to).origin
  return {
    ...rest,
    ...(isSame && headers ? { headers } : {}),
    ...(method === 'HEAD' ? { method } : {}),
    ...(isSame && method && (status === 307 || status === 308)
      ? { method, ...(body === undefined ? {} : { body }) }
      : {}),
  }
}

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const [first] = [value].flat()
      return first === undefined ? [] : [[name, first]]
    }),
  )

/** The address that an answer redirects to; undefined when it does not. */
function redirectOf({ status, headers, address }: Pick<FetchResponse, 'status' | 'headers' | 'address'>) {
  const location = headers['location']
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, address)) return undefined
  return new URL(location, address).href
}

/** Seconds of a Retry-After header, which has seconds or a date. */
function retryAfterOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds > 0 ? Math.ceil(seconds) : undefined
}

type BodyLimits = Pick<FetchOptions, 'cutAt' | 'onPart'> & { maxBytes: number }

async function bytesOf(
  body: AsyncIterable<Buffer>,
  { maxBytes, cutAt, onPart }: BodyLimits,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  const cut = (isCut: boolean) => ({ bytes: Buffer.concat(parts).subarray(0, cutAt), isCut })
  try {
    for await (const part of body) {
      size += part.length
      if (onPart) await onPart(part)
      else parts.push(part)
      if (cutAt !== undefined && size > cutAt) return cut(true)
      if (cutAt === undefined && size > maxBytes)
        throw new EgressError('size', `The response is larger than ${maxBytes} bytes`)
    }
  } catch (problem) {
    // Status and headers arrived: the part of the body so far is enough, whether it was too slow or broke off.
    if (cutAt === undefined) throw problem
    return cut(true)
  }
  return cut(false)
}

function asEgressError(problem: unknown, isLate: boolean): EgressError {
  if (problem instanceof EgressError) return problem
  const { cause, message } = problem as Error
  if (cause instanceof EgressError) return cause
  if (isLate) return new EgressError('time', 'No response in time')
  return new EgressError(isGarbled(problem) ? 'garbled' : 'unreached', message)
}

/** The response cannot be parsed as HTTP: malformed, or with oversized headers. */
const isGarbled = (problem: unknown): boolean =>
  (problem as Error).name === 'HTTPParserError' ||
  /^UND_ERR_(HEADERS_OVERFLOW$|RES_)/.test((problem as NodeJS.ErrnoException).code ?? '')

type WhoisQuery = { host: string; port: number; query: string; seconds: number; maxBytes: number }

function queryWhois({ host, port, query, seconds, maxBytes }: WhoisQuery): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const socket = connect({ host, port })
    const end = (problem?: EgressError) => {
      clearTimeout(timer)
      socket.destroy()
      if (problem) reject(problem)
      else resolve(Buffer.concat(parts).toString('utf8'))
    }
    const timer = setTimeout(() => end(new EgressError('time', 'No response in time')), seconds * 1000)
    socket.on('connect', () => socket.write(`${query.replace(/[\r\n]/g, '')}\r\n`))
    socket.on('data', (part) => {
      size += part.length
      parts.push(part)
      if (size > maxBytes) end(new EgressError('size', `The response is larger than ${maxBytes} bytes`))
    })
    socket.on('error', (problem) => end(new EgressError('unreached', problem.message)))
    socket.on('close', () => end())
  })
}
