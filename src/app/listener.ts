import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyServerFactory } from 'fastify'
import { safeHeaders } from '#app/safe-headers.ts'
import { startingPage } from '#app/starting-page.ts'

/** How long clients wait before they ask again while the console starts, in seconds. */
const RETRY_SECONDS = 2

export type Listener = {
  /** Where it listens: the configured port, or the free one that was chosen for port 0. */
  port: number
  /** What /api/ready and the starting page say until the API serves, e.g. 'Migrating 12 of 80'. */
  setPhase: (doing: string) => void
  /** For the API: it answers on this server from `serveApi` on. */
  serverFactory: FastifyServerFactory
  serveApi: () => void
  isClosing: () => boolean
  /**
   * Takes no more connections, ends resting ones and live streams at once, and each other one with its answer. What
   * still runs after `graceMs` is cut. Returns how many requests that were.
   */
  close: (graceMs: number) => Promise<number>
}

/**
 * Listens before anything else is ready: until the API serves, /api/health answers 200, /api/ready 503 with what is being
 * done, a page load shows that the console is starting, and every other call is a 503 to be repeated. Throws a one-line
 * message when the port is taken.
 */
export async function openListener(options: {
  host: string
  port: number
  productName: string
  appUrl: string
}): Promise<Listener> {
  const starting = await answerWhileStarting(options)
  let api: RequestListener | undefined
  let current: RequestListener = starting.answer
  const server = createServer((request, response) => current(request, response))
  const connections = followConnections(server)
  await listen(server, options)
  return {
    port: (server.address() as AddressInfo).port,
    setPhase: starting.setPhase,
    serverFactory: (handler, options) => {
      applyLimits(server, options)
      api = handler as RequestListener
      return server
    },
    serveApi: () => {
      current = api ?? current
    },
    isClosing: connections.isClosing,
    close: async (graceMs) => {
      const closed = new Promise((resolve) => server.close(resolve))
      connections.close()
      let cut = 0
      const limit = setTimeout(() => {
        cut = connections.running()
        server.closeAllConnections()
      }, graceMs)
      await closed
      clearTimeout(limit)
      return cut
    },
  }
}

/** Sets the limits of the API on the server, as Fastify does on one of its own. */
function applyLimits(server: Server, options: Partial<Record<string, unknown>>): void {
  const { keepAliveTimeout, requestTimeout, connectionTimeout, maxRequestsPerSocket } = options
  if (typeof keepAliveTimeout === 'number') server.keepAliveTimeout = keepAliveTimeout
  if (typeof requestTimeout === 'number') server.requestTimeout = requestTimeout
  if (typeof connectionTimeout === 'number') server.setTimeout(connectionTimeout)
  if (typeof maxRequestsPerSocket === 'number' && maxRequestsPerSocket > 0)
    server.maxRequestsPerSocket = maxRequestsPerSocket
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw problem
    throw new Error(`Port ${port} on ${host} is used by another program: set PORT to a free one`)
  }
}

/**
 * Follows which connections have a request running. Node's own closeIdleConnections overlooks those on which nothing was
 * asked yet, and a connection whose answer said keep-alive before the closing began would stay open.
 */
function followConnections(server: Server) {
  const running = new Map<Socket, number>()
  const answers = new Set<ServerResponse>()
  let closing = false
  const endIfResting = (socket: Socket) => {
    if (running.get(socket) === 0) socket.destroySoon()
  }
  server.on('connection', (socket: Socket) => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1)
    answers.add(response)
    if (closing) response.setHeader('connection', 'close')
    response.once('close', () => {
      answers.delete(response)
      if (!running.has(socket)) return
      running.set(socket, running.get(socket)! - 1)
      if (closing) endIfResting(socket)
    })
  })
  return {
    isClosing: () => closing,
    running: () => answers.size,
    close: () => {
      closing = true
      for (const response of answers) {
        if (!response.headersSent) response.setHeader('connection', 'close')
        else if (response.getHeader('content-type') === 'text/event-stream') response.end()
      }
      for (const socket of running.keys()) endIfResting(socket)
    },
  }
}

async function answerWhileStarting({ productName, appUrl }: { productName: string; appUrl: string }) {
  const headers = Object.fromEntries(await safeHeaders(appUrl))
  let doing = 'Starting'
  const answer: RequestListener = (request, response) => {
    const path = (request.url ?? '').split('?')[0]!.replace(/\/$/, '')
    const isPage = request.method === 'GET' && !/^\/(api|assets)(\/|$)/.test(path)
    const [status, body] =
      path === '/api/health'
        ? [200, { status: 'ok' }]
        : [
            503,
            path === '/api/ready'
              ? { status: 'starting', doing }
              : { message: `${productName} is starting. Please try again.` },
          ]
    response.writeHead(status, {
      ...headers,
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      // The next request may go to another process, and an unread body is not waited for.
      connection: 'close',
      ...(status === 503 ? { 'retry-after': String(RETRY_SECONDS) } : {}),
    })
    response.end(isPage ? startingPage({ productName, doing, seconds: RETRY_SECONDS }) : JSON.stringify(body))
  }
  return {
    answer,
    setPhase: (text: string) => {
      doing = text
    },
  }
}
