import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBootstrap } from '#features/contacts/server/bootstrap.ts'
import { openRevisits } from '#features/revisits/server/open-revisits.ts'
import { respondWith, testSites } from '#features/revisits/server/testing-sites.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { openEgress } from '#kit/server/egress.ts'
import { newId } from '#kit/server/id.ts'
import type { NameMatcher, SearchDeps } from './search-deps.ts'

/** For tests: the answer of a registry about a domain; a number is a status without a body. */
export type TestRegistration = { registrar: string; registered: string } | number

/** For tests: name servers, a registry, a certificate search and web servers on this machine. */
export type TestDomains = Awaited<ReturnType<typeof testDomains>>

/** For tests: opens the local world. Names that nobody put into it do not exist. */
export async function testDomains(db: Db) {
  const sites = await testSites()
  const registry = new Map<string, TestRegistration>()
  const certificates: { name_value: string }[] = []
  const requested: string[] = []
  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://here')
    requested.push(url.pathname + url.search)
    const json = (status: number, body: unknown) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const name = /^\/domain\/(.+)$/.exec(url.pathname)?.[1]
    if (name === undefined) return json(200, certificates)
    const found = registry.get(name) ?? 404
    if (typeof found === 'number') return json(found, { errorCode: found, title: 'No' })
    return json(200, rdapOf(name, found))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-rdap-'))
  // Two names of one server, so that a pause of one is none of the other.
  const services = [
    [['test'], [`http://127.0.0.1:${port}/`]],
    [['busy'], [`http://localhost:${port}/`]],
  ]
  writeFileSync(join(folder, 'dns.json'), JSON.stringify({ services }))
  for (const name of ['ipv4', 'ipv6']) writeFileSync(join(folder, `${name}.json`), '{"services":[]}')
  const { visitor } = openRevisits(sites.settings)
  const egress = openEgress({
    allowLoopback: true,
    seconds: 3,
    lookup: async (host) => (host === 'localhost' ? ['127.0.0.1'] : []),
  })
  const deps: SearchDeps = {
    dns: visitor.dns,
    registry: { db, egress, bootstrap: openBootstrap(egress, folder), secondsBetween: 0 },
    registryPatience: 2000,
    pages: { egress: visitor.egress, addressOf: (domain) => `http://${domain}:${sites.port}/` },
    certificates: { address: `http://127.0.0.1:${port}`, egress },
    makeLookalikes: (domain) =>
      ['online.test', 'login.test', 'pay.test', 'free.test', 'pay.busy'].map((affix) => ({
        name: domain.replace(/\..*$/, `-${affix}`),
        family: 'affix',
      })),
    createMatcher: testMatcher,
    hashPicture: async () => undefined,
    checksPerRun: 2000,
  }
  return {
    deps,
    sites,
    registry,
    certificates,
    /** Paths that the registry and the certificate search were asked for. */
    requested,
    /** Registers a domain with a page, a name server and, if asked for, a mail server. */
    register: (domain: string, { page = '', mail = false, ns = `ns1.host.test` } = {}) => {
      sites.zone.set(domain, { a: ['127.0.0.1'], ns: [ns], ...(mail ? { mx: [`mail.${domain}`] } : {}) })
      sites.put(domain, respondWith(200, page, { 'content-type': 'text/html' }))
      registry.set(domain, { registrar: 'Cheap Names Ltd', registered: '2026-10-01T10:00:00Z' })
    },
    close: async () => {
      await Promise.all([visitor.egress.close(), egress.close(), sites.close()])
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const rdapOf = (name: string, { registrar, registered }: Exclude<TestRegistration, number>) => ({
  objectClassName: 'domain',
  ldhName: name,
  events: [
    { eventAction: 'registration', eventDate: registered },
    { eventAction: 'expiration', eventDate: '2027-10-01T10:00:00Z' },
  ],
  entities: [
    { objectClassName: 'entity', roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', registrar]]] },
  ],
})

/** For tests: matches names whose registered label contains a keyword. */
function testMatcher(brands: readonly { keyword: string; ownDomains: string[] }[]): NameMatcher {
  const matchAll = (name: string) =>
    brands
      .filter(({ keyword, ownDomains }) => name.includes(keyword) && !ownDomains.includes(name))
      .map(({ keyword }) => ({ keyword, family: 'word', score: 0.8, reason: `It contains ${keyword}` }))
  return { match: (name) => matchAll(name)[0], matchAll }
}

/** For tests: puts hosts on a white list of a company. */
export async function addWhiteListed(db: Db, companyId: string, hosts: readonly string[]): Promise<void> {
  const id = newId()
  await rows(db, sql`insert into white_lists (id, company_id, enabled, urls) values (${id}, ${companyId}, true, 1)`)
  await rows(
    db,
    sql`insert into white_list_entries (list_id, company_id, position, normalised)
      select ${id}::uuid, ${companyId}::uuid, n, host from unnest(${hosts}::text[]) with ordinality as h (host, n)`,
  )
}
