import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import type { Feed } from '#features/domain-search/contract-schemas.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type FeedDeps, readFeeds } from './read-feeds.ts'
import { createMatcher as realMatcher } from '#features/lookalikes/server/matcher.ts'
import { dataTile, logEntry, type TestEntry } from './testing-certificates.ts'
import { addWhiteListed, type TestDomains, testDomains } from './testing-domains.ts'
import { tilePath } from './read-log.ts'

const { at, request } = setUpAdminTests()
let world: TestDomains
/** A server with a log of each kind and a list; what a test puts in is what it answers. */
const served = { entries: [] as TestEntry[], size: undefined as number | undefined, list: Buffer.alloc(0), status: 200 }
const requested: string[] = []
let address = ''
const server = createServer((asking, answer) => {
  const url = new URL(asking.url ?? '/', 'http://here')
  requested.push(url.pathname + url.search)
  if (served.status !== 200) return answer.writeHead(served.status).end('no')
  const size = served.size ?? served.entries.length
  if (url.pathname.endsWith('/get-sth')) return answer.end(JSON.stringify({ tree_size: size }))
  if (url.pathname.endsWith('/get-entries')) {
    const start = Number(url.searchParams.get('start'))
    // Real logs answer with fewer entries than were asked for.
    const end = Math.min(Number(url.searchParams.get('end')), start + 2)
    return answer.end(JSON.stringify({ entries: served.entries.slice(start, end + 1).map(logEntry) }))
  }
  if (url.pathname.endsWith('/checkpoint')) return answer.end(`log.test\n${size}\nroot=\n\n— log.test signature\n`)
  const tile = /\/tile\/data\/(\d{3})(?:\.p\/(\d+))?$/.exec(url.pathname)
  if (tile) {
    const from = 256 * Number(tile[1])
    return answer.end(dataTile(served.entries.slice(from, from + Number(tile[2] ?? 256))))
  }
  return answer.end(served.list)
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await testDomains(at.database.db)
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})
beforeEach(async () => {
  Object.assign(served, { entries: [], size: undefined, list: Buffer.alloc(0), status: 200 })
  requested.length = 0
  await at.database.pool.query(
    'delete from name_feeds; delete from domain_candidates; delete from domain_runs; delete from domain_schedules',
  )
  await rows(
    at.database.db,
    sql`insert into domain_schedules (id, company_id, brand_id, keywords, created_by)
      values (${newId()}, ${at.world.companies.parent}, ${at.world.brands.own}, array['acme'], ${at.world.people.admin})`,
  )
})

const deps = (more: Partial<FeedDeps>): FeedDeps => ({
  egress: world.deps.pages.egress,
  createMatcher: world.deps.createMatcher,
  logs: [],
  lists: [],
  ...more,
})
const feeds = async () => (await request('GET', '/domain-search-feeds')).json().docs as Feed[]
const heard = async () =>
  (await rows<{ domain: string }>(at.database.db, sql`select domain from domain_candidates order by domain`)).map(
    ({ domain }) => domain,
  )
const entry = (host: string, isPrecertificate = false): TestEntry => ({
  hosts: [host, `www.${host}`],
  isPrecertificate,
})
const others = (count: number) => Array.from({ length: count }, (_, n) => entry(`shop-${n}.test`))

describe.each(['log', 'tiles'] as const)('a certificate log: %s', (kind) => {
  const read = () => readFeeds(at.testApp.app, deps({ logs: [{ kind, address: `${address}/2026` }] }))

  test('names of certificates and precertificates are heard, and it is read on from where it was left', async () => {
    served.entries = [...others(3), entry('acme-login.test'), entry('*.acme-pay.test', true)]
    await read()
    expect(await heard()).toEqual(['acme-login.test', 'acme-pay.test'])
    const before = requested.length
    served.entries = [...served.entries, ...others(300), entry('acme-late.test')]
    await read()
    expect(await heard()).toEqual(['acme-late.test', 'acme-login.test', 'acme-pay.test'])
    expect(requested.slice(before).some((path) => /start=0&/.test(path))).toBe(false)
    expect(await feeds()).toMatchObject([{ kind, matched: 3, behind: 0, problem: null, heardAt: expect.any(String) }])
    await read()
    expect((await feeds())[0]!.matched).toBe(3)
  })

  test('a gap is caught up after a failure, and a log that is begun anew says so', async () => {
    served.entries = others(4)
    await read()
    served.status = 503
    await read()
    expect((await feeds())[0]).toMatchObject({ problem: 'It answered with status 503' })
    Object.assign(served, { status: 200, entries: [...served.entries, entry('acme-gap.test'), ...others(20)] })
    await Promise.all([read(), read()])
    expect(await heard()).toEqual(['acme-gap.test'])
    expect((await feeds())[0]).toMatchObject({ behind: 0, problem: null, names: 50 })
    served.entries = [entry('acme-new.test')]
    await read()
    expect(await heard()).toEqual(['acme-gap.test', 'acme-new.test'])
  })

  test('a log that lies about its size, and entries that are damaged, end the reading without a loss', async () => {
    served.entries = [entry('acme-one.test')]
    served.size = 900
    await read()
    expect((await feeds())[0]!.problem).toMatch(/no entry|could not be read/)
  })
})

test('the path of a tile has groups of three digits', () => {
  expect([0, 7, 1234067, 1000].map(tilePath)).toEqual(['000', '007', 'x001/x234/067', 'x001/000'])
})

describe('lists and files of names', () => {
  test('a list is fetched once a day, gzip or not, also as a zone file', async () => {
    served.list = gzipSync('; a zone\nacme-zone.test.\t3600\tin\tns\tns1.host.test.\nother.test. 60 in ns a.test.\n')
    const read = () => readFeeds(at.testApp.app, deps({ lists: [`${address}/new.gz`] }))
    await read()
    await read()
    expect(requested).toHaveLength(1)
    expect(await heard()).toEqual(['acme-zone.test'])
    expect(await feeds()).toMatchObject([{ kind: 'list', names: 2, matched: 1, problem: null }])
  })

  test('a long list goes through a file part by part: its answer is never in memory as a whole', async () => {
    served.list = Buffer.from(`${'other-name.test\n'.repeat(200_000)}acme-far.test\n`)
    const held: number[] = []
    const { egress } = world.deps.pages
    const safeFetch: typeof egress.safeFetch = async (...asking) => {
      const answer = await egress.safeFetch(...asking)
      held.push(answer.body.length)
      return answer
    }
    await readFeeds(at.testApp.app, deps({ lists: [`${address}/long.txt`], egress: { ...egress, safeFetch } }))
    expect([held, await heard()]).toEqual([[0], ['acme-far.test']])
  })

  test('a white list hides a name only from its own company, and only if it is of domains', async () => {
    const { companies, brands, people } = at.world
    await rows(
      at.database.db,
      sql`insert into domain_schedules (id, company_id, brand_id, keywords, created_by)
        values (${newId()}, ${companies.foreign}, ${brands.foreign}, array['acme'], ${people.admin})`,
    )
    await addWhiteListed(at.database.db, companies.parent, ['acme-login.test'])
    await addWhiteListed(at.database.db, companies.parent, ['acme-shop.test'])
    const onlyShops = sql`update white_lists set platform = 'e-commerce' where id in (
      select list_id from white_list_entries where normalised = 'acme-shop.test')`
    await rows(at.database.db, onlyShops)
    served.list = Buffer.from('acme-login.test\nwww.acme-login.test\nacme-shop.test\n')
    for (const createMatcher of [world.deps.createMatcher, realMatcher]) {
      await rows(at.database.db, sql`delete from domain_candidates`)
      await rows(at.database.db, sql`delete from name_feeds`)
      await readFeeds(at.testApp.app, deps({ lists: [`${address}/new.txt`], createMatcher }))
      const found = await rows(
        at.database.db,
        sql`select brand_id as brand, domain from domain_candidates order by 2, 1`,
      )
      expect(found).toHaveLength(3)
      expect(found).toEqual(
        expect.arrayContaining([
          { brand: brands.foreign, domain: 'acme-login.test' },
          { brand: brands.foreign, domain: 'acme-shop.test' },
          { brand: brands.own, domain: 'acme-shop.test' },
        ]),
      )
    }
    await rows(at.database.db, sql`delete from white_lists`)
  })

  test('a name with the names of two companies is a candidate of both', async () => {
    const { companies, brands, people } = at.world
    await rows(
      at.database.db,
      sql`insert into domain_schedules (id, company_id, brand_id, keywords, created_by)
        values (${newId()}, ${companies.foreign}, ${brands.foreign}, array['tindral'], ${people.admin})`,
    )
    served.list = Buffer.from('acme-tindral-login.shop\nacme.tindral-login.shop\ntindral-x.shop\n')
    await readFeeds(at.testApp.app, deps({ lists: [`${address}/new.txt`], createMatcher: realMatcher }))
    const found = await rows<{ brand: string; domain: string; keyword: string }>(
      at.database.db,
      sql`select brand_id as brand, domain, keyword from domain_candidates`,
    )
    const { own, foreign } = brands
    expect(found).toHaveLength(5)
    expect(found).toEqual(
      expect.arrayContaining([
        { brand: own, domain: 'acme-tindral-login.shop', keyword: 'acme' },
        { brand: foreign, domain: 'acme-tindral-login.shop', keyword: 'tindral' },
        { brand: own, domain: 'acme.tindral-login.shop', keyword: 'acme' },
        { brand: foreign, domain: 'tindral-login.shop', keyword: 'tindral' },
        { brand: foreign, domain: 'tindral-x.shop', keyword: 'tindral' },
      ]),
    )
  })

  test('the files of a folder are read when they are new or changed, whatever one of them is like', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'brandkeep-folder-'))
    const file = (name: string, bytes: string | Buffer) => writeFileSync(join(folder, name), bytes)
    file('one.txt', 'acme-login.test\nother.test\n')
    file('two.zone.gz', gzipSync('acme-shop.test. 3600 in ns a.b.\nacme-bank.test. 3600 in ns a.b.\n'))
    file('broken.gz', gzipSync('acme-broken.test\n'.repeat(5000)).subarray(0, 60))
    file('notes.part', 'acme-unfinished.test\n')
    await readFeeds(at.testApp.app, deps({ folder }))
    expect(await heard()).toEqual(['acme-bank.test', 'acme-login.test', 'acme-shop.test'])
    const stateOf = async (name: string) => (await feeds()).find((one) => one.address === join(folder, name))
    expect(await stateOf('one.txt')).toMatchObject({ kind: 'file', names: 2, matched: 1, problem: null })
    expect((await stateOf('one.txt'))!.heardAt).not.toBeNull()
    expect((await stateOf('broken.gz'))!.problem).not.toBeNull()
    expect(await stateOf('notes.part')).toBeUndefined()
    await readFeeds(at.testApp.app, deps({ folder }))
    expect(await stateOf('one.txt')).toMatchObject({ names: 2 })
    file('one.txt', 'acme-login.test\nacme-later.test\n')
    await readFeeds(at.testApp.app, deps({ folder }))
    expect(await heard()).toContain('acme-later.test')
    expect(await stateOf('one.txt')).toMatchObject({ names: 4, matched: 2 })
    await readFeeds(at.testApp.app, deps({ folder: join(folder, 'gone') }))
    expect((await stateOf('gone'))!.problem).toContain('no such file or directory')
  })

  test('a dismissed file of a folder is listed again once it is changed; a list that is fetched cannot be dismissed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'brandkeep-folder-'))
    const path = join(folder, 'broken.gz')
    const broken = gzipSync('acme-broken.test\n'.repeat(5000)).subarray(0, 60)
    const read = async () => {
      await readFeeds(at.testApp.app, deps({ folder, lists: [`${address}/new.txt`] }))
      await readFeeds(at.testApp.app, deps({ folder: join(folder, 'gone') }))
      return (await feeds()).map((one) => one.address).sort()
    }
    writeFileSync(path, broken)
    served.list = Buffer.from('acme-list.test\n')
    const all = [join(folder, 'broken.gz'), join(folder, 'gone'), `${address}/new.txt`].sort()
    expect(await read()).toEqual(all)
    const answers: number[] = []
    for (const { id } of await feeds()) answers.push((await request('DELETE', `/domain-search-feeds/${id}`)).statusCode)
    expect(answers.sort()).toEqual([200, 200, 409])
    expect(await read()).toEqual([`${address}/new.txt`])
    writeFileSync(path, 'acme-mended.test\n')
    expect(await read()).toEqual([join(folder, 'broken.gz'), `${address}/new.txt`].sort())
    expect(await heard()).toContain('acme-mended.test')
  })
})
