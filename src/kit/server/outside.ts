import { lookup as systemLookup } from 'node:dns/promises'
import { connect, isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Agent } from 'undici'

// Loaded when somebody is asked for the first time: nothing else here is as large.
const undici = () => import('undici')

/** Why something outside was not asked, or its answer not taken; 'garbled' is an answer that is no HTTP. */
export class OutsideProblem extends Error {
  readonly because: 'address' | 'redirects' | 'size' | 'time' | 'unreached' | 'garbled'
  constructor(because: OutsideProblem['because'], message: string) {
    super(message)
    this.because = because
  }
}

export type Answer = {
  status: number
  body: Buffer
  retryAfter: number | undefined
  address: string
  /** The body goes on, or came too slowly; only where cutting was asked for. */
  isCut: boolean
}

/** `cutAt` bytes are enough: what is longer or too slow is cut instead of refused. */
export type Fetching = { cutAt?: number }

/** The way out of the house: everything that asks an address which somebody else chose goes through here. */
export type Outside = {
  /** Fetches a page; redirects are followed and looked at one by one. Rejects with OutsideProblem. */
  get: (address: string, accept: string, fetching?: Fetching) => Promise<Answer>
  /** Asks a WHOIS server (RFC 3912) one line and answers its text. Rejects with OutsideProblem. */
  whois: (server: string, question: string) => Promise<string>
  /** The public addresses of a host name; none when it has none. */
  resolve: (host: string) => Promise<string[]>
  close: () => Promise<void>
}

export type OutsideBounds = {
  seconds?: number
  mostBytes?: number
  mostRedirects?: number
  /** For tests: servers on this machine, on any port. */
  allowLoopback?: boolean
  whoisPort?: number
  lookup?: (host: string) => Promise<string[]>
}

const systemAddresses = async (host: string) => (await systemLookup(host, { all: true })).map((one) => one.address)

/** Opens the way out. Only public addresses are reached, whatever names and redirects say; answers are bounded in time and size. */
export function openOutside(bounds: OutsideBounds = {}): Outside {
  const { seconds = 10, mostBytes = 1_000_000, mostRedirects = 4, allowLoopback = false, whoisPort = 43 } = bounds
  const lookUp = bounds.lookup ?? systemAddresses

  const isAllowed = (address: string) => {
    const range = ipaddr.process(address).range()
    return range === 'unicast' || (allowLoopback && range === 'loopback')
  }
  const resolve = async (host: string): Promise<string[]> => {
    const bare = host.replace(/^\[|\]$/g, '')
    const all = isIP(bare) ? [bare] : await lookUp(bare).catch(() => [])
    return all.filter(isAllowed)
  }
  const allowedOf = async (host: string): Promise<string[]> => {
    const allowed = await resolve(host)
    if (allowed.length === 0) throw new OutsideProblem('address', `${host} has no public address`)
    return allowed
  }
  // Asked at every connection, so that a name cannot change its address between the check and the call.
  const guarded: LookupFunction = (host, options, done) => {
    allowedOf(host).then(
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
      ({ Agent: Opened }) => new Opened({ connect: { lookup: guarded, timeout: seconds * 1000 } }),
    ))

  type Asking = { accept: string; signal: AbortSignal; cutAt: number | undefined }

  async function once(address: string, { accept, signal, cutAt }: Asking): Promise<Answer & { next?: string }> {
    const url = new URL(address)
    if (!/^https?:$/.test(url.protocol)) throw new OutsideProblem('address', `${url.protocol} is not asked`)
    if (!allowLoopback && url.port !== '') throw new OutsideProblem('address', `Port ${url.port} is not asked`)
    // A literal address is never looked up, so it is checked here.
    await allowedOf(url.hostname)
    const { request } = await undici()
    const { statusCode, headers, body } = await request(url, {
      dispatcher: await agent(),
      signal,
      headers: { accept, 'user-agent': 'Brandkeep' },
    })
    const location = headers['location']
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string' && URL.canParse(location, url.href)) {
      await body.dump({ limit: 65_536, signal })
      return {
        status: statusCode,
        body: Buffer.alloc(0),
        retryAfter: undefined,
        address,
        isCut: false,
        next: new URL(location, url).href,
      }
    }
    const { bytes, isCut } = await bytesOf(body, { mostBytes, cutAt })
    const wait = Number(headers['retry-after'])
    return { status: statusCode, body: bytes, retryAfter: wait > 0 ? wait : undefined, address, isCut }
  }

  return {
    resolve,
    get: async (address, accept, { cutAt } = {}) => {
      const signal = AbortSignal.timeout(seconds * 1000)
      try {
        let next = address
        for (let hops = 0; hops <= mostRedirects; hops++) {
          const answer = await once(next, { accept, signal, cutAt })
          if (answer.next === undefined) return answer
          next = answer.next
        }
      } catch (problem) {
        throw asProblem(problem, signal.aborted)
      }
      throw new OutsideProblem('redirects', `More than ${mostRedirects} redirects`)
    },
    whois: async (server, question) => {
      const [host] = await allowedOf(server)
      return askLine({ host: host!, port: whoisPort, question, seconds, mostBytes })
    },
    close: async () => (await opened)?.destroy(),
  }
}

type Reading = { mostBytes: number; cutAt: number | undefined }

async function bytesOf(
  body: AsyncIterable<Buffer>,
  { mostBytes, cutAt }: Reading,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  const cut = (isCut: boolean) => ({ bytes: Buffer.concat(parts).subarray(0, cutAt), isCut })
  try {
    for await (const part of body) {
      size += part.length
      parts.push(part)
      if (cutAt !== undefined && size > cutAt) return cut(true)
      if (cutAt === undefined && size > mostBytes)
        throw new OutsideProblem('size', `The answer is larger than ${mostBytes} bytes`)
    }
  } catch (problem) {
    // Status and headers were there: what came of the body is enough, whether it was too slow or broke off.
    if (cutAt === undefined) throw problem
    return cut(true)
  }
  return cut(false)
}

function asProblem(problem: unknown, isLate: boolean): OutsideProblem {
  if (problem instanceof OutsideProblem) return problem
  const { cause, message } = problem as Error
  if (cause instanceof OutsideProblem) return cause
  if (isLate) return new OutsideProblem('time', 'No answer in time')
  return new OutsideProblem(isGarbled(problem) ? 'garbled' : 'unreached', message)
}

/** Somebody answered, and it cannot be read as HTTP: broken, or longer than any header should be. */
const isGarbled = (problem: unknown): boolean =>
  (problem as Error).name === 'HTTPParserError' ||
  /^UND_ERR_(HEADERS_OVERFLOW$|RES_)/.test((problem as NodeJS.ErrnoException).code ?? '')

type Line = { host: string; port: number; question: string; seconds: number; mostBytes: number }

function askLine({ host, port, question, seconds, mostBytes }: Line): Promise<string> {
  return new Promise((answer, refuse) => {
    const parts: Buffer[] = []
    let size = 0
    const socket = connect({ host, port })
    const end = (problem?: OutsideProblem) => {
      clearTimeout(timer)
      socket.destroy()
      if (problem) refuse(problem)
      else answer(Buffer.concat(parts).toString('utf8'))
    }
    const timer = setTimeout(() => end(new OutsideProblem('time', 'No answer in time')), seconds * 1000)
    socket.on('connect', () => socket.write(`${question.replace(/[\r\n]/g, '')}\r\n`))
    socket.on('data', (part) => {
      size += part.length
      parts.push(part)
      if (size > mostBytes) end(new OutsideProblem('size', `The answer is larger than ${mostBytes} bytes`))
    })
    socket.on('error', (problem) => end(new OutsideProblem('unreached', problem.message)))
    socket.on('close', () => end())
  })
}
