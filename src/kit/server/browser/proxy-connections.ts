import { type Socket, connect, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { EgressRule } from '#kit/server/egress-rule.ts'
import { connectThrough } from './connect-through.ts'

export type ProxyFailure = { reason: 'address' | 'unreached'; message: string }

export type ConnectionOptions = {
  rule: EgressRule
  /** The operator's proxy, through which all but our own servers are reached; undefined: directly. */
  upstream?: URL | undefined
  /** Bytes that one page may load, over all its connections. */
  maxBytes: number
  /** Called once for each page that would load more. */
  onTooLarge: () => void
}

/** A connection on which nothing happens for so long is closed. */
const IDLE_MS = 60_000
const CONNECT_MS = 15_000

/** The connections of one browser to the outside: each is checked by the rule of egress when it is opened, and counted. */
export function proxyConnections({ rule, upstream, maxBytes, onTooLarge }: ConnectionOptions) {
  const sockets = openSockets()
  const page = pageRecord({ maxBytes, onTooLarge })
  const unreached = (host: string, message: string) => page.fail(host, { reason: 'unreached', message })

  /** Opens a connection to a host, or throws an error that is noted for it. */
  async function connectTo(host: string, port: number): Promise<Socket> {
    const refusal = rule.refusalOf(webAddress(host, port))
    if (refusal !== undefined) throw page.fail(host, { reason: 'address', message: refusal })
    const why = await rule.whyNot(host)
    if (why === 'no-address') throw unreached(host, `${host} has no address`)
    if (why === 'not-public') throw page.fail(host, { reason: 'address', message: `${host} has no public address` })
    const own = rule.ownPort(host)
    if (upstream && own === undefined) return tunnelTo(upstream, host, port)
    return connectDirectly(host, { port, own })
  }

  async function connectDirectly(host: string, { port, own }: { port: number; own: number | undefined }) {
    const target =
      own === undefined ? { host: bare(host), port, lookup: rule.lookup } : { host: '127.0.0.1', port: own }
    const socket = connect({ ...target, timeout: CONNECT_MS })
    sockets.track(socket)
    await connected(socket, host).catch((problem: Error) => {
      throw unreached(host, problem.message)
    })
    return watch(socket, host, socket.remoteAddress)
  }

  /** Names are resolved and checked here: the proxy gets an address. */
  async function tunnelTo(proxy: URL, host: string, port: number): Promise<Socket> {
    const [address] = await rule.resolve(host)
    if (address === undefined) throw unreached(host, `${host} has no address`)
    const socket = await connectThrough(proxy, { address, port, milliseconds: CONNECT_MS }).catch((problem: Error) => {
      throw unreached(host, problem.message)
    })
    sockets.track(socket)
    return watch(socket, host, address)
  }

  /** A connection that is open: closed when nothing happens, its bytes counted. */
  function watch(socket: Socket, host: string, address: string | undefined): Socket {
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('data', (part: Buffer) => page.count(part.length))
    if (address !== undefined) page.noteAddress(host, address)
    return socket
  }

  const { begin, failureOf, addressOf, bytes, refusals } = page
  return { ...sockets, connectTo, beginPage: begin, failureOf, addressOf, bytes, refusals }
}

function openSockets() {
  const sockets = new Set<Duplex>()
  return {
    /** Closes the socket with the proxy. */
    track: (socket: Duplex) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    },
    /** Closes all of them. */
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** What a page loaded, from which addresses, and what failed. */
function pageRecord({ maxBytes, onTooLarge }: Pick<ConnectionOptions, 'maxBytes' | 'onTooLarge'>) {
  const failures = new Map<string, ProxyFailure>()
  const addresses = new Map<string, string>()
  let bytes = 0
  let refused = 0
  return {
    /** Forgets what was counted and refused, for the next page. */
    begin: () => {
      bytes = 0
      failures.clear()
    },
    count: (more: number) => {
      const isFirst = bytes <= maxBytes
      bytes += more
      if (isFirst && bytes > maxBytes) onTooLarge()
    },
    /** Notes why a host could not be reached; returns that as an error. */
    fail: (host: string, failure: ProxyFailure) => {
      if (failure.reason === 'address') refused++
      failures.set(bare(host), failure)
      return new Error(failure.message)
    },
    noteAddress: (host: string, address: string) => addresses.set(bare(host), address),
    failureOf: (host: string) => failures.get(bare(host)),
    addressOf: (host: string) => addresses.get(bare(host)),
    bytes: () => bytes,
    refusals: () => refused,
  }
}

/** Resolves when the socket is connected; rejects when it cannot be, or not in time. */
function connected(socket: Socket, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error(`${host} did not answer in time`)))
    socket.once('connect', () => {
      socket.removeListener('error', reject)
      socket.removeAllListeners('timeout')
      resolve()
    })
  })
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** The address whose form is checked: port 443 stands for https, every other for http. */
function webAddress(host: string, port: number): URL {
  const name = isIP(bare(host)) === 6 ? `[${bare(host)}]` : host
  const address = `${port === 443 ? 'https' : 'http'}://${name}:${port}/`
  // A host that is none is refused like a protocol that is none.
  return new URL(URL.canParse(address) ? address : 'about:invalid')
}
