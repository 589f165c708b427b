import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Egress } from '#kit/server/egress.ts'
import { openEgress } from '#kit/server/egress.ts'
import { sources } from '#sources/all-sources.ts'
import type { SourceKey, SourceSettings } from '#sources/source.ts'
import { standInAnswer, standInKey } from '#sources/stand-in.ts'

/** One answer instead of the usual: a status and a body, a body that never ends, or a connection that is cut. */
export type Fault = { status: number; body?: string; headers?: Record<string, string> } | 'cut' | 'garbage'

/** Stand-ins for every source on this machine, and a client that reaches only this machine. */
export async function openStandIns() {
  const requests: { source: string; address: string; headers: IncomingHttpHeaders }[] = []
  const faults = new Map<SourceKey, Fault[]>()
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://stand-in.test')
    const [, source = ''] = url.pathname.split('/')
    url.pathname = url.pathname.slice(source.length + 1) || '/'
    requests.push({ source, address: url.pathname + url.search, headers: request.headers })
    const fault = faults.get(source as SourceKey)?.shift()
    if (fault === 'cut') return void response.destroy()
    if (fault === 'garbage') return void response.socket?.end('these are no headers\r\n\r\n')
    if (fault) return void response.writeHead(fault.status, fault.headers).end(fault.body)
    const { status, type, body } = standInAnswer(source as SourceKey, url, request.headers.authorization)
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const egress: Egress = openEgress({ allowLoopback: true })
  const settings: SourceSettings = {
    metaToken: standInKey,
    xToken: standInKey,
    pinterestToken: standInKey,
    searchUrl: `${base}/facebook`,
    country: 'IN',
    origins: Object.fromEntries(Object.keys(sources).map((key) => [key, `${base}/${key}`])),
  }
  return {
    base,
    egress,
    settings,
    requests,
    /** The next answers of a source. */
    fail: (source: SourceKey, ...next: Fault[]) => faults.set(source, next),
    close: async () => {
      await egress.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
