import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { demoFacebook, demoOrigins } from './addresses.ts'
import { adLibrary, pinSearch, recentSearch, searchEngine } from './interfaces.ts'
import { lookalikes } from './look-alikes.ts'
import { resultPages, scriptedPages } from './marketplaces.ts'
import { profiles, trademarkForm } from './people-pages.ts'
import { certificates, nameHostOf, registry } from './registry.ts'
import { type DemoResponse, type DemoSite, notFound } from './respond.ts'
import { shops } from './shops.ts'
import { demoLookalikes, demoOwnDomains } from './sites.ts'

/** The small web of the demo world, on loopback, so that every tool finds something without the internet. */
export type DemoWeb = {
  /** The port of this machine for a host of the small web; undefined for all others. For the rule of egress. */
  ownServers: (host: string) => number | undefined
  close: () => Promise<void>
}

const sites: readonly DemoSite[] = [
  shops,
  lookalikes,
  registry,
  certificates,
  searchEngine,
  adLibrary,
  recentSearch,
  pinSearch,
  resultPages,
  scriptedPages,
  profiles,
  trademarkForm,
]
const hosts = new Set([
  demoFacebook,
  ...Object.values(demoOrigins).flatMap((origins) => [origins].flat().map((origin) => new URL(origin).hostname)),
  ...demoOwnDomains.keys(),
  ...demoLookalikes.filter(({ kind }) => kind !== 'empty').map(({ domain }) => domain),
])
/** Addresses for documentation (RFC 5737): they lead nowhere but to the small web. */
const ADDRESS = '198.51.100.20'
const MAX_BODY = 200_000

/** Serves the small web on a free port of loopback. */
export async function openDemoWeb(): Promise<DemoWeb> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((ready, fails) => server.once('error', fails).listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    ownServers: (host) => (hosts.has(host.replace(/^www\./, '')) ? port : undefined),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const url = new URL(request.url ?? '/', `http://${host || 'none'}`)
  const fields = new URLSearchParams(request.method === 'POST' ? await bodyOf(request) : '')
  const asked = { host, url, method: request.method ?? 'GET', fields }
  let found: DemoResponse | undefined =
    url.pathname === '/robots.txt' ? { status: 200, body: 'User-agent: *\nDisallow: /account\n' } : undefined
  for (const site of sites) found ??= site(asked)
  found ??= notFound()
  response.writeHead(found.status, { 'content-type': 'text/plain', ...found.headers })
  response.end(found.body)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY) throw new Error('The form is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What the name servers of the small web say of a name; undefined: it does not exist. */
export function demoNames(
  host: string,
): { addresses: string[]; nameServers: string[]; mailServers: string[] } | undefined {
  const name = host.toLowerCase().replace(/^www\./, '')
  const lookalike = demoLookalikes.find(({ domain }) => domain === name)
  if (!lookalike && !hosts.has(name)) return undefined
  return {
    addresses: lookalike?.kind === 'empty' ? [] : [ADDRESS],
    nameServers: [1, 2].map((n) => `ns${n}.${nameHostOf(lookalike ?? { kind: 'shop' })}`),
    mailServers: lookalike && !lookalike.hasMail ? [] : [`mail.${name}`],
  }
}
