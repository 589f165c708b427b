import { randomBytes } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isEqual } from '#kit/server/is-equal.ts'
import { type ConnectionOptions, proxyConnections, type ProxyFailure } from './proxy-connections.ts'

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

/** Opens a forward proxy that keeps the rule of egress for each connection. */
export async function openBrowserProxy(options: ConnectionOptions): Promise<BrowserProxy> {
  const username = 'browser'
  const password = randomBytes(24).toString('base64url')
  const connections = proxyConnections(options)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  agent.createConnection = (target, done) => {
    connections.connectTo(`${target.host}`, Number(target.port)).then(
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
    connections.track(client)
    if (!isOurs(request))
      return void client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="browser"\r\nContent-Length: 0\r\n\r\n',
      )
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? []
    connections.connectTo(host, Number(port)).then(
      (target) => join(client, { target, head }),
      () => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
    )
  })
  server.on('connection', connections.track)
  await new Promise<void>((ready, fails) => server.once('error', fails).listen(0, '127.0.0.1', ready))
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username,
    password,
    beginPage: connections.beginPage,
    failureOf: connections.failureOf,
    addressOf: connections.addressOf,
    bytes: connections.bytes,
    refusals: connections.refusals,
    close: async () => {
      agent.destroy()
      connections.close()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const challenge = { 'proxy-authenticate': 'Basic realm="browser"' }
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

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
