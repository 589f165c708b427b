import { lookup as systemLookup } from 'node:dns/promises'
import { connect, isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Agent } from 'undici'

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
  body: Buffer
  /** In lower case; a repeated header joined by commas. */
  headers: Readonly<Record<string, string>>
  retryAfter: number | undefined
  address: string
  /** The body was longer or too slow and was truncated; only with `cutAt`. */
  isCut: boolean
}

export type FetchOptions = {
  /** With this many bytes, a longer or too slow body is truncated instead of rejected. */
  cutAt?: number
  /** Instead of the limits of the client: bytes of the body, and seconds for everything. */
  maxBytes?: number
  seconds?: number
  /** Sent to the first host only: a redirect elsewhere does not carry keys along. */
  headers?: Readonly<Record<string, string>>
  /** A request with a body is a POST. It is not repeated after a redirect. */
  body?: string
  /** Ends the request early. */
  signal?: AbortSignal
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

export type EgressOptions = {
  seconds?: number
  maxBytes?: number
  maxRedirects?: number
  /** For tests: servers on this machine, on any port. */
  allowLoopback?: boolean
  whoisPort?: number
  lookup?: (host: string) => Promise<string[]>
}

const systemAddresses = async (host: string) => (await systemLookup(host, { all: true })).map((one) => one.address)

/**
 * Opens the egress client. Only public IP addresses are reached, whatever names and redirects say; responses are
 * limited in time and size.
 */
export function openEgress(bounds: EgressOptions = {}): Egress {
  const { seconds = 10, maxBytes = 1_000_000, maxRedirects = 4, allowLoopback = false, whoisPort = 43 } = bounds
  const lookUp = bounds.lookup ?? systemAddresses

  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address))
  const resolve = async (host: string): Promise<string[]> => {
    const bare = host.replace(/^\[|\]$/g, '')
    const all = isIP(bare) ? [bare] : await lookUp(bare).catch(() => [])
    return all.filter(isAllowed)
  }
  const allowedAddresses = async (host: string): Promise<string[]> => {
    const allowed = await resolve(host)
    if (allowed.length === 0) throw new EgressError('address', `${host} has no public address`)
    return allowed
  }
  // Resolved at every connection, so that a name cannot change its address between the check and the request.
  const guardedLookup: LookupFunction = (host, options, done) => {
    allowedAddresses(host).then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) done(null, all)
        else done(null, all[0]!.address, all[0]!.family)
      },
      (problem: Error) => done(problem as NodeJS.ErrnoException, ''),
    )
  }
  let opened: Promise<Agent> | undefined
  const agent = () =>
    (opened ??= undici().then(
      ({ Agent: Opened }) => new Opened({ connect: { lookup: guardedLookup, timeout: seconds * 1000 } }),
    ))

  type RequestOptions = { accept: string; signal: AbortSignal; fetching: FetchOptions; isFirstHost: boolean }

  async function requestOnce(
    address: string,
    { accept, signal, fetching, isFirstHost }: RequestOptions,
  ): Promise<FetchResponse & { next?: string }> {
    const url = new URL(address)
    if (!/^https?:$/.test(url.protocol)) throw new EgressError('address', `${url.protocol} is not allowed`)
    if (!allowLoopback && url.port !== '') throw new EgressError('address', `Port ${url.port} is not allowed`)
    // A literal IP address is never resolved, so it is checked here.
    await allowedAddresses(url.hostname)
    const { request } = await undici()
    const { statusCode, headers, body } = await request(url, {
      dispatcher: await agent(),
      signal,
      headers: { accept, 'user-agent': 'Brandkeep', ...(isFirstHost ? fetching.headers : {}) },
      ...(fetching.body === undefined ? {} : { method: 'POST', body: fetching.body }),
    })
    const plainHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    )
    const location = headers['location']
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string' && URL.canParse(location, url.href)) {
      await body.dump({ limit: 65_536, signal })
      return {
        status: statusCode,
        body: Buffer.alloc(0),
        headers: plainHeaders,
        retryAfter: undefined,
        address,
        isCut: false,
        next: new URL(location, url).href,
      }
    }
    const { bytes, isCut } = await bytesOf(body, { maxBytes: fetching.maxBytes ?? maxBytes, cutAt: fetching.cutAt })
    const wait = Number(headers['retry-after'])
    const retryAfter = wait > 0 ? wait : undefined
    return { status: statusCode, body: bytes, headers: plainHeaders, retryAfter, address, isCut }
  }

  return {
    resolve,
    safeFetch: async (address, accept, fetching = {}) => {
      const late = AbortSignal.timeout((fetching.seconds ?? seconds) * 1000)
      const signal = fetching.signal ? AbortSignal.any([late, fetching.signal]) : late
      try {
        let next = address
        for (let hops = 0; hops <= maxRedirects; hops++) {
          const isFirstHost = URL.canParse(next) && new URL(next).origin === new URL(address).origin
          const answer = await requestOnce(next, { accept, signal, fetching, isFirstHost })
          if (answer.next === undefined) return answer
          if (fetching.body !== undefined) throw new EgressError('redirects', 'A POST was redirected')
          next = answer.next
        }
      } catch (problem) {
        throw asEgressError(problem, late.aborted)
      }
      throw new EgressError('redirects', `More than ${maxRedirects} redirects`)
    },
    whois: async (server, query) => {
      const [host] = await allowedAddresses(server)
      return queryWhois({ host: host!, port: whoisPort, query, seconds, maxBytes })
    },
    close: async () => (await opened)?.destroy(),
  }
}

/** Addresses of the first 96 zero bits stand for IPv4 ones (long deprecated) or for this machine; none is public. */
const ipv4Compatible = ipaddr.parseCIDR('::/96')

/**
 * Whether an IP address is one of the public internet. Those that carry an IPv4 address inside (mapped, compatible,
 * NAT64, 6to4, Teredo) are not, whatever they carry: a gateway would take them to it.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv6' && parsed.match(ipv4Compatible)) return false
  return parsed.range() === 'unicast'
}

const isLoopback = (address: string): boolean => {
  const parsed = ipaddr.process(address)
  return parsed.range() === 'loopback' && (parsed.kind() === 'ipv4' || parsed.toString() === '::1')
}

type BodyLimits = { maxBytes: number; cutAt: number | undefined }

async function bytesOf(
  body: AsyncIterable<Buffer>,
  { maxBytes, cutAt }: BodyLimits,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  const cut = (isCut: boolean) => ({ bytes: Buffer.concat(parts).subarray(0, cutAt), isCut })
  try {
    for await (const part of body) {
      size += part.length
      parts.push(part)
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
