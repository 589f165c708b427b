import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { platformOf } from '#platforms/all.ts'
import { emptyUploads, sampleRow, sampleRows, type Uploads, uploads } from './testing.ts'

const eCommerce = platformOf('e-commerce')!
const { at, post } = setUpActionTests()

let save: Uploads['save']
beforeAll(() => {
  const { companies, brands } = at.world
  const headers = { authorization: `Bearer ${at.tokens['analyst']!}` }
  save = uploads(at.testApp.server, headers, { company: companies.parent, brand: brands.own }).save
})
beforeEach(async () => {
  await sql`truncate client_requests, request_submissions cascade`.execute(at.database.db)
  await emptyUploads(at.database.db)
})

type Stored = { id: string; domain: string; status: string; owner: string | null; finding: string | null }

async function submitRequests(domains: string[], who = 'client', platform = 'e-commerce'): Promise<Stored[]> {
  const { companies, brands } = at.world
  const scope =
    who === 'client'
      ? { company: companies.parent, brand: brands.own }
      : { company: companies.foreign, brand: brands.foreign }
  const answer = await post('client-request', { ...scope, platform, rows: domains.map((domain) => ({ domain })) }, who)
  expect(answer.statusCode).toBe(200)
  return stored()
}
const stored = () =>
  rows<Stored>(
    at.database.db,
    sql`select id, domain, status, owner_id owner, finding_id finding from client_requests order by created_at, position`,
  )

test('a saved finding completes the request its row came from, also when the address was corrected', async () => {
  const [request] = await submitRequests(['shop.example/blurred'])
  await post('client-requests/take', { ids: [request!.id] }, 'analyst')
  const row = { ...sampleRow(eCommerce, 1), url: 'https://shop.example/exact', clientRequest: request!.id }
  expect((await save([sampleRow(eCommerce, 0), row])).json()).toMatchObject({ saved: 2 })
  const [done] = await stored()
  const found = await rows<{ url: string }>(
    at.database.db,
    sql`select url from findings_e_commerce where finding_id = ${done!.finding}`,
  )
  expect([done!.status, done!.owner, found[0]?.url]).toEqual([
    'Done',
    at.world.people.analyst,
    'https://shop.example/exact',
  ])
  const log = await rows(
    at.database.db,
    sql`select type, total_affected::int n from data_log where model = 'ClientRequest' order by at, id`,
  )
  expect(log).toEqual([
    { type: 'add', n: 1 },
    { type: 'update', n: 1 },
    { type: 'update', n: 1 },
  ])
})

test('any upload with the same address completes waiting requests, whoever has taken them; declined ones and other brands stay', async () => {
  await submitRequests(['www.shop.example/e-commerce/0/', 'shop.example/e-commerce/1', 'shop.example/e-commerce/2'])
  await submitRequests(['shop.example/e-commerce/0'], 'foreignClient')
  await submitRequests(['shop.example/e-commerce/0'], 'client', 'website')
  const before = await stored()
  await post('client-requests/take', { ids: [before[1]!.id] }, 'admin')
  await post(`client-requests/${before[2]!.id}/decline`, { answer: 'Ours' }, 'admin')
  await save(sampleRows(eCommerce, 3))
  const { admin, analyst } = at.world.people
  expect((await stored()).map((one) => [one.status, one.owner, one.finding !== null])).toEqual([
    ['Done', analyst, true],
    ['Done', admin, true],
    ['Declined', admin, false],
    ['Open', null, false],
    ['Open', null, false],
  ])
})

test('a row cannot complete a request of another brand or a missing one; a rejected upload completes none', async () => {
  await submitRequests(['shop.example/foreign'], 'foreignClient')
  const [own, foreign] = (await submitRequests(['shop.example/own'])).sort((a) => (a.domain.endsWith('own') ? -1 : 1))
  const row = (n: number, clientRequest: unknown) => ({ ...sampleRow(eCommerce, n), clientRequest })
  expect((await save([row(0, foreign!.id), row(1, newId()), row(2, 'x'), row(3, { a: 1 })])).statusCode).toBe(200)
  expect((await save([row(4, own!.id), row(0, null)])).statusCode).toBe(409)
  expect((await stored()).map((one) => one.status)).toEqual(['Open', 'Open'])
})

test('5,000 requests are completed by one upload of 5,000 rows', async () => {
  await submitRequests(Array.from({ length: 5000 }, (_, n) => `shop.example/e-commerce/${n}`))
  const { result, ms } = await quietDuration(at.database.pool, () => save(sampleRows(eCommerce, 5000)))
  expect(result.statusCode).toBe(200)
  expect(ms).toBeLessThan(8000)
  const left = await rows(
    at.database.db,
    sql`select 1 from client_requests where status <> 'Done' or finding_id is null`,
  )
  expect(left).toEqual([])
})
