import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RevisitSettings } from './open-revisits.ts'
import { type TestDns, type TestRecord, testDns } from '#kit/server/testing-dns.ts'

/** For tests: answers the requests of one site. */
export type Site = (answer: ServerResponse, path: string) => unknown

/** For tests: any number of sites behind one real server on this machine, and the name server that knows them. */
export type TestSites = {
  port: number
  zone: Map<string, TestRecord>
  /** How many requests each host has received. */
  requestCounts: Map<string, number>
  /** Serves a site under a host name; returns its address with this path. */
  put: (host: string, site: Site, path?: string) => string
  settings: RevisitSettings
  close: () => Promise<void>
}

/** For tests: a site that always answers with this status, body and headers. */
export const respondWith =
  (status: number, body = '', head: Record<string, string> = {}): Site =>
  (answer) =>
    answer.writeHead(status, head).end(body)

/** For tests: starts the server and the name server. */
export async function testSites(): Promise<TestSites> {
  const sites = new Map<string, Site>()
  const requestCounts = new Map<string, number>()
  const zone = new Map<string, TestRecord>()
  const server = createServer((request, answer) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    requestCounts.set(host, (requestCounts.get(host) ?? 0) + 1)
    const site = sites.get(host) ?? respondWith(500)
    site(answer, request.url ?? '/')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const dns: TestDns = await testDns(zone)
  return {
    port,
    zone,
    requestCounts,
    put: (host, site, path = '/offer') => {
      sites.set(host, site)
      if (!zone.has(host)) zone.set(host, { a: ['127.0.0.1'] })
      return `http://${host}:${port}${path}`
    },
    settings: {
      seconds: 2,
      nameServers: [dns.server],
      allowLoopback: true,
      hours: 24,
      downHours: 168,
      perMinute: 6000,
      perHost: 600,
      confirmations: 3,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await dns.close()
    },
  }
}
