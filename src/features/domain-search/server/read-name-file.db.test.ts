import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import type { Feed } from '#features/domain-search/contract-schemas.ts'
import { messages } from '#features/domain-search/messages.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { readNameFile } from './read-name-file.ts'
import { claimRun, endRun, prepareRun } from './run-queries.ts'
import { searchDue } from './run-searches.ts'
import { type TestDomains, testDomains } from './testing-domains.ts'

const { at, request } = setUpAdminTests()
let world: TestDomains

beforeAll(async () => {
  world = await testDomains(at.database.db)
})
afterAll(() => world.close())
beforeEach(async () => {
  await at.database.pool.query(
    'delete from name_feeds; delete from domain_candidates; delete from domain_runs; delete from domain_schedules',
  )
  await rows(
    at.database.db,
    sql`insert into domain_schedules (id, company_id, brand_id, keywords, created_by)
      values (${newId()}, ${at.world.companies.parent}, ${at.world.brands.own}, array['acme'], ${at.world.people.admin})`,
  )
})

const feeds = async () => (await request('GET', '/domain-search-feeds')).json().docs as Feed[]
const names = async (condition = sql`true`) =>
  (
    await rows<{ domain: string }>(
      at.database.db,
      sql`select domain from domain_candidates where ${condition} order by domain`,
    )
  ).map(({ domain }) => domain)
const send = (name: string, bytes: Buffer, who = 'admin') => {
  const edge = 'edge-of-the-part'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return at.testApp.server.inject({
    method: 'POST',
    url: '/api/domain-search-feeds/file',
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
    headers: {
      'content-type': `multipart/form-data; boundary=${edge}`,
      authorization: `Bearer ${at.tokens[who]!}`,
    },
  })
}
const readFile = async (isSearching = false) => {
  const { id } = (await feeds()).find(({ isReading }) => isReading)!
  await readNameFile(at.testApp.app, { ...world.deps, isSearching }, id)
  await readNameFile(at.testApp.app, { ...world.deps, isSearching }, id)
}

test('an uploaded file starts the search of the brands that its names look like', async () => {
  const runs = () =>
    rows(
      at.database.db,
      sql`select s.brand_id as brand, u.username as "startedBy", r.state from domain_runs r
        join domain_schedules s on s.id = r.schedule_id left join users u on u.id = r.requested_by`,
    )
  await send('others.txt', Buffer.from('other.test\n'))
  await readFile(true)
  expect(await runs()).toEqual([])
  await send('names.txt', Buffer.from('acme-new.test\nother.test\n'))
  await readFile(true)
  const started = [{ brand: at.world.brands.own, startedBy: 'admin', state: 'Waiting' }]
  expect(await runs()).toEqual(started)
  await send('more.txt', Buffer.from('acme-newer.test\n'))
  await readFile(true)
  expect(await runs()).toEqual(started)
})

test('names that are uploaded while a run is looking up others are looked up in one that follows it at once', async () => {
  const lookedUp = () => names(sql`source = 'feed' and asked_at is not null`)
  await send('names.txt', Buffer.from('acme-new.test\n'))
  await readFile(true)
  const lease = { runId: '', id: newId() }
  const run = (await claimRun(at.database.db, { id: lease.id, seconds: 60 }))!
  lease.runId = run.id
  const { companyId, brandId } = run
  await prepareRun(at.database.db, lease, { companyId, brandId, made: [], own: [], limit: 10 })
  for (const name of ['acme-newer.test', 'acme-newest.test']) {
    await send(`${name}.txt`, Buffer.from(`${name}\n`))
    await readFile(true)
  }
  const next = { id: newId(), day: '2026-11-30' }
  await endRun(at.database.db, lease, { state: 'Completed', reason: null, next })
  await endRun(at.database.db, lease, { state: 'Completed', reason: null, next: { ...next, id: newId() } })
  await searchDue(at.testApp.app, world.deps)
  expect(await lookedUp()).toEqual(['acme-new.test', 'acme-newer.test', 'acme-newest.test'])
  const ended = await rows(at.database.db, sql`select state from domain_runs order by id`)
  expect(ended).toEqual([{ state: 'Completed' }, { state: 'Completed' }])
})

test('S-299 an uploaded file of a million lines is read as a stream; its look-alikes become candidates', async () => {
  const lines = Array.from({ length: 1_000_000 }, (_, n) => (n === 777_777 ? 'acme-file.test' : `name${n}.test`))
  const sent = await send('zone.txt.gz', gzipSync(lines.join('\n'), { level: 1 }))
  expect([sent.statusCode, sent.json().message]).toEqual([200, messages.namesStored])
  expect(await feeds()).toMatchObject([{ kind: 'file', isReading: true }])
  await readFile()
  expect(await names()).toEqual(['acme-file.test'])
  expect(await feeds()).toMatchObject([{ names: 1_000_000, matched: 1, isReading: false, problem: null }])
})

test('an uploaded file without a single name says so', async () => {
  await send('letter.txt', Buffer.from('Dear all,\n\nthis is no list of names.\n'))
  await readFile()
  expect(await feeds()).toMatchObject([{ names: 0, isReading: false, problem: messages.noNames }])
})

test('the name of a file is listed without marks that turn the direction of its text; an empty one is refused', async () => {
  await send('new \u202etxt.exe\u2066.txt', Buffer.from('acme.test'))
  expect((await feeds())[0]!.address).toMatch(/^new txt\.exe\.txt \([0-9a-f]{6}\)$/)
  const empty = await send('none.txt', Buffer.alloc(0))
  expect([empty.statusCode, empty.json().message]).toEqual([415, 'none.txt is empty.'])
})

test('a picture, a damaged archive, a call without a file and another role are refused', async () => {
  expect((await send('a.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))).statusCode).toBe(415)
  expect((await send('a.txt', Buffer.from('acme.test'), 'analyst')).statusCode).toBe(403)
  expect((await request('POST', '/domain-search-feeds/file', {})).statusCode).toBe(415)
  expect((await send('a.gz', gzipSync('acme.test\n'.repeat(1000)).subarray(0, 40))).statusCode).toBe(200)
  await readFile()
  expect(await feeds()).toMatchObject([{ problem: 'It is damaged', isReading: false }])
})

const dismiss = (id: string, who = 'admin') => request('DELETE', `/domain-search-feeds/${id}`, undefined, who)
const idOf = async (name: string) => (await feeds()).find(({ address }) => address.includes(name))!.id

test('an Admin dismisses a file that was read or is damaged, once; what it brought stays, and the log says who', async () => {
  await send('names.txt', Buffer.from('https://acme-new.test/sign-in\nother.test\n'))
  const reading = await dismiss(await idOf('names.txt'))
  expect([reading.statusCode, reading.json().message]).toEqual([409, messages.feedBeingRead])
  await readFile()
  await send('broken.gz', gzipSync('acme.test\n'.repeat(1000)).subarray(0, 40))
  await readFile()
  const broken = await idOf('broken.gz')
  expect((await dismiss(broken, 'analyst')).statusCode).toBe(403)
  const done = await dismiss(broken)
  expect([done.statusCode, done.json().message]).toEqual([200, messages.feedDismissed])
  expect((await feeds()).map(({ names }) => names)).toEqual([2])
  expect((await dismiss(broken)).statusCode).toBe(404)
  expect((await dismiss(await idOf('names.txt'))).statusCode).toBe(200)
  expect([await feeds(), await names()]).toEqual([[], ['acme-new.test']])
  const log = sql`select type, model, total_affected as total, subject, record_id = ${broken}::uuid as "isBroken"
    from data_log where subject like 'File of names, broken%'`
  const subject = expect.stringMatching(/^File of names, broken\.gz \([0-9a-f]{6}\)$/)
  expect(await rows(at.database.db, log)).toEqual([
    { type: 'delete', model: 'DomainSearch', total: 1, subject, isBroken: true },
  ])
})
