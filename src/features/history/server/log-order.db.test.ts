import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld } from '#app/testing-world.ts'
import type { LogRecord } from '#features/history/contract.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let testApp: TestApp
let token: string

beforeAll(async () => {
  database = await testDatabase()
  const world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  token = await signInAs(database.db, world.people.admin)
  const { own, child, foreign } = world.brands
  const lines = [
    [own, 'e-commerce', 'dashboard', 'client', '', '33'],
    [child, 'domain', 'upload', 'Analyst', '33', '22'],
    [foreign, 'website', 'edit', 'stranger', '55', '11'],
    [own, 'e-commerce', 'trap-purchase', 'boss', '44', '101'],
    [own, 'social-media', 'dashboard', 'client', '33', '22'],
  ] as const
  for (const [brand, platform, module, username, from, to] of lines)
    await rows(
      database.db,
      sql`insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, user_id, username,
          search_term, status_from, status_to)
        select ${newId()}, now(), company_id, id, ${platform}, ${newId()}, ${module}, null, ${username},
          ${`https://${username}.example/${module}`}, ${from}, ${to} from brands where id = ${brand}`,
    )
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

const request = (query: Record<string, string>) =>
  testApp.server.inject({
    url: `/api/data-log/searchLogRecord?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${token}` },
  })
const found = async (query: Record<string, string>) =>
  (await request(query)).json<{ docs: LogRecord[]; hasNextPage: boolean }>()

const valueOf = {
  company: (doc: LogRecord) => doc.company.name.toLowerCase(),
  brand: (doc: LogRecord) => doc.brand.brandName.toLowerCase(),
  platform: (doc: LogRecord) => doc.platform,
  module: (doc: LogRecord) => doc.module,
  username: (doc: LogRecord) => doc.reqUserId.username.toLowerCase(),
  searchTerm: (doc: LogRecord) => doc.searchTerm,
  statusFrom: (doc: LogRecord) => doc.statusFrom,
  statusTo: (doc: LogRecord) => doc.statusTo,
}

test.each(Object.keys(valueOf) as (keyof typeof valueOf)[])('A-120 %s sorts both ways, page by page', async (name) => {
  const read = async (sortDirection: string) => {
    const docs: LogRecord[] = []
    for (let page = 1; page <= 3; page++)
      docs.push(...(await found({ sortBy: name, sortDirection, page: String(page), perPage: '2' })).docs)
    return docs
  }
  const [up, down] = [await read('1'), await read('-1')]
  expect(new Set(up.map(({ id }) => id)).size).toBe(5)
  const values = up.map(valueOf[name])
  expect(new Set(values).size).toBeGreaterThan(1)
  const inDatabase = await rows<{ value: string }>(
    database.db,
    sql`select value from unnest(${values}::text[]) as t (value) order by value`,
  )
  expect(values).toEqual(inDatabase.map(({ value }) => value))
  expect(down.map(valueOf[name])).toEqual(values.toReversed())
})

test('A-156 trap-purchase finds the changes made on trap purchases; tmch is accepted, other names are not', async () => {
  expect((await found({ platform: 'trap-purchase' })).docs.map(({ module }) => module)).toEqual(['trap-purchase'])
  expect((await found({ platform: 'tmch' })).docs).toEqual([])
  expect((await request({ platform: 'unheard' })).statusCode).toBe(422)
})
