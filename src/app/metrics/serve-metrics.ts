import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#app/config-hosts.ts'
import { resourceNotFound } from '#kit/contract/not-found.ts'
import { httpInProgress, httpRequests, httpSeconds, registry } from '#kit/server/metrics.ts'

/** Counts and times every response of the server; call it before its routes are registered. */
export function measureRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const began = performance.now()
    httpInProgress.inc()
    let hasEnded = false
    const end = (isWhole: boolean) => {
      if (hasEnded) return
      hasEnded = true
      httpInProgress.dec()
      const labels = { method: request.method, route: request.routeOptions.url ?? 'none' }
      const isEventStream = String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')
      httpRequests.inc({ ...labels, status: isWhole || isEventStream ? reply.raw.statusCode : 0 })
      if (!isEventStream) httpSeconds.observe(labels, (performance.now() - began) / 1000)
    }
    // Not onResponse, which does not come when the caller goes away first.
    reply.raw.once('finish', () => end(true))
    reply.raw.once('close', () => end(false))
    done()
  })
}

export type MetricsAccess = {
  /** Callers must send it as a bearer token; undefined: only this machine may read metrics. */
  token: string | undefined
  /** The public address of the console. If it is not of this machine, a proxy on this machine passes on its callers. */
  appUrl: string
}

/** GET /api/metrics: the registry in the text format of Prometheus. 401 with a wrong token; 404 from elsewhere without. */
export function serveMetrics(server: FastifyInstance, access: MetricsAccess): void {
  server.get('/api/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (access.token === undefined) {
      if (!isFromHere(request, access.appUrl)) return reply.status(404).send({ message: resourceNotFound })
    } else if (!hasToken(request, access.token)) {
      return reply.status(401).header('www-authenticate', 'Bearer').send({ message: 'A token is needed' })
    }
    const text = await registry.metrics()
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text)
  })
}

function isFromHere({ socket, headers }: FastifyRequest, appUrl: string): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined) return false
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(address) && isLoopback(new URL(appUrl).hostname.replace(/^\[|\]$/g, ''))
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
