import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { EgressRule } from '#kit/server/egress-rule.ts'
import { connectThrough } from './connect-through.ts'

export type BrowserProxyOptions = {
  rule: EgressRule
  /** The operator's proxy, through which all but our own servers are reached; undefined: directly. */
  upstream?: URL | undefined
  /** Bytes that one page may load, over all its connections. */
  maxBytes: number
  /** Called once for each page that would load more. */
  onTooLarge: () => void
}

/** The forward proxy of one browser process: on loopback, with credentials that only this process knows. */
export type BrowserProxy = {
  server: string
  username: string
  password: string
  /** Forgets what was counted and refused, for the next page. */
  beginPage: () => void
  /** Why a host could not be reached for the current page; undefined when nothing failed. */
  failureOf: (host: string) => ProxyFailure | undefined
  /** The address that the last connection to a host was made to. */
  addressOf: (host: string) => string | undefined
  bytes: () => number
  refusals: () => number
  close: () => Promise<void>
}

export type ProxyFailure = { reason: 'address' | 'unreached'; message: string }

/** A connection on which nothing happens for so long is closed. */
const IDLE_MS = 60_000
const CONNECT_MS = 15_000

/** Opens a forward proxy that keeps the rule of egress for each connection. */
export async function openBrowserProxy({
  rule,
  upstream,
  maxBytes,
  onTooLarge,
}: BrowserProxyOptions): Promise<BrowserProxy> {
  const username = 'browser'
  const password = randomBytes(24).toString('base64url')
  const failures = new Map<string, ProxyFailure>()
  const addresses = new Map<string, string>()
  const sockets = new Set<Duplex>()
  let bytes = 0
  let refused = 0
  const keep = (socket: Duplex) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const count = (more: number) => {
    const isFirst = bytes <= maxBytes
    bytes += more
    if (isFirst && bytes > maxBytes) onTooLarge()
  }
  const fail = (host: string, failure: ProxyFailure) => {
    if (failure.reason === 'address') refused++
    failures.set(bare(host), failure)
    return new Error(failure.message)
  }

  /** Opens a connection to a host, or throws an error that is noted for it. */
  async function connectTo(host: string, port: number): Promise<Socket> {
    const refusal = rule.refusalOf(webAddress(host, port))
    if (refusal !== undefined) throw fail(host, { reason: 'address', message: refusal })
    const why = await rule.whyNot(host)
    if (why === 'no-address') throw fail(host, { reason: 'unreached', message: `${host} has no address` })
    if (why === 'not-public') throw fail(host, { reason: 'address', message: `${host} has no public address` })
    const own = rule.ownPort(host)
    if (upstream && own === undefined) return tunnelTo(upstream, host, port)
    const target =
      own === undefined ? { host: bare(host), port, lookup: rule.lookup } : { host: '127.0.0.1', port: own }
    const socket = connect({ ...target, timeout: CONNECT_MS })
    keep(socket)
    return new Promise((resolve, reject) => {
      const end = (problem: Error) => reject(fail(host, { reason: 'unreached', message: problem.message }))
      socket.once('error', end)
      socket.once('timeout', () => socket.destroy(new Error(`${host} did not answer in time`)))
      socket.once('connect', () => {
        socket.removeListener('error', end)
        socket.removeAllListeners('timeout')
        socket.setTimeout(IDLE_MS, () => socket.destroy())
        socket.on('data', (part: Buffer) => count(part.length))
        if (socket.remoteAddress !== undefined) addresses.set(bare(host), socket.remoteAddress)
        resolve(socket)
      })
    })
  }

  /** Names are resolved and checked here: the proxy gets an address. */
  async function tunnelTo(proxy: URL, host: string, port: number): Promise<Socket> {
    const [address] = await rule.resolve(host)
    if (address === undefined) throw fail(host, { reason: 'unreached', message: `${host} has no address` })
    const socket = await connectThrough(proxy, { address, port, milliseconds: CONNECT_MS }).catch((problem: Error) => {
      throw fail(host, { reason: 'unreached', message: problem.message })
    })
    addresses.set(bare(host), address)
    watch(socket)
    return socket
  }

  function watch(socket: Socket): void {
    keep(socket)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('data', (part: Buffer) => count(part.length))
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  agent.createConnection = (options, done) => {
    connectTo(`${options.host}`, Number(options.port)).then(
      (socket) => done?.(null, socket),
      (problem: Error) => done?.(problem, undefined as never),
    )
    return undefined
  }
  const isOurs = ({ headers }: IncomingMessage) =>
    isEqual(headers['proxy-authorization'] ?? '', basic(username, password))

  const server = createServer((request, response) => {
    if (!isOurs(request)) return void response.writeHead(407, challenge).end()
    if (!URL.canParse(request.url ?? '') || !request.url!.startsWith('http:')) return void response.writeHead(400).end()
    forward(request, response, agent)
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    keep(client)
    if (!isOurs(request))
      return void client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="browser"\r\nContent-Length: 0\r\n\r\n',
      )
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? []
    connectTo(host, Number(port)).then(
      (target) => join(client, { target, head }),
      () => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
    )
  })
  server.on('connection', keep)
  await new Promise<void>((ready, fails) => server.once('error', fails).listen(0, '127.0.0.1', ready))
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username,
    password,
    beginPage: () => {
      bytes = 0
      failures.clear()
    },
    failureOf: (host) => failures.get(bare(host)),
    addressOf: (host) => addresses.get(bare(host)),
    bytes: () => bytes,
    refusals: () => refused,
    close: async () => {
      agent.destroy()
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const challenge = { 'proxy-authenticate': 'Basic realm="browser"' }
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** The address whose form is checked: port 443 stands for https, every other for http. */
function webAddress(host: string, port: number): URL {
  const name = isIP(bare(host)) === 6 ? `[${bare(host)}]` : host
  const address = `${port === 443 ? 'https' : 'http'}://${name}:${port}/`
  // A host that is none is refused like a protocol that is none.
  return new URL(URL.canParse(address) ? address : 'about:invalid')
}

/** Headers between two neighbours only (RFC 9110, 7.6.1). */
const hopByHop = /^(proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

function forward(request: IncomingMessage, response: ServerResponse, agent: Agent): void {
  const url = new URL(request.url!)
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopByHop.test(name)))
  const target = requestHttp(url, {
    agent,
    method: request.method,
    headers: { ...headers, host: url.host },
    insecureHTTPParser: true,
  })
  target.on('response', (answer) => {
    const sent = answer.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 && !hopByHop.test(name) ? [name, all[index + 1]!] : [],
    )
    try {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, sent)
    } catch {
      // A status or a header that Node does not send on.
      return void response.destroy()
    }
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  target.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  response.on('close', () => target.destroy())
  request.pipe(target)
}

function join(client: Duplex, { target, head }: { target: Socket; head: Buffer }): void {
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (head.length > 0) target.write(head)
  client.pipe(target)
  target.pipe(client)
  client.once('close', () => target.destroy())
  target.once('close', () => client.destroy())
}
