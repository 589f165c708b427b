import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { rows, sql, type Sql } from '#kit/server/db.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { addFindings } from './testing.ts'

// Reads use the session a process has cached. Every change below is made in the database only, as another process does.
let database: TestDatabase
let testApp: TestApp
let world: TestWorld
let token: string
let mine: string
let childs: string
let read = 0

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  const { sessionOf } = testApp.app
  testApp.app.sessionOf = (sessionToken) => {
    read++
    return sessionOf(sessionToken)
  }
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

beforeEach(async () => {
  const { companies, brands, people } = world
  await change(sql`delete from findings`)
  await change(
    sql`update companies set deleted_at = null, parent_id = case when id = ${companies.child} then ${companies.parent}::uuid end`,
  )
  await change(
    sql`update brands set deleted_at = null, enabled = id <> ${brands.disabled}, platforms = '{"eCommerce": {}}'`,
  )
  await change(sql`update brands set company_id = ${companies.child} where id = ${brands.child}`)
  await change(sql`update users set deleted_at = null, is_blocked = false, role = 'Client', company_id = ${companies.parent}
    where id = ${people.client}`)
  ;[mine, childs] = (await addFindings(database.db, eCommerce, [
    { companyId: world.companies.parent, brandId: world.brands.own, reportingDate: '2024-01-05' },
    { companyId: world.companies.child, brandId: world.brands.child, reportingDate: '2024-01-04' },
  ])) as [string, string]
  token = await signInAs(database.db, world.people.client)
  expect(await list()).toEqual([mine, childs])
})

const get = (path: string) =>
  testApp.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${token}` } })
const request = (more = '') => get(`ecommerce?startDate=2024-01-01&endDate=2024-01-31${more}`)
async function list(more = ''): Promise<number | string[]> {
  const answer = await request(more)
  if (answer.statusCode !== 200) return answer.statusCode
  return (answer.json() as { docs: { id: string }[] }).docs.map((doc) => doc.id)
}
/** Names of the brands to choose from. */
async function brandNames(path = 'brand?'): Promise<number | string[]> {
  const answer = await get(`${path}&perPage=50`)
  if (answer.statusCode !== 200) return answer.statusCode
  return (answer.json() as { docs: { brandName: string }[] }).docs.map((doc) => doc.brandName).sort()
}
/** Findings that the chart of e-commerce counts. */
async function charted(more = ''): Promise<number> {
  const answer = await get(`dashboard_v2/client/chart/eCommerce?startDate=2024-01-01&endDate=2024-01-31${more}`)
  if (answer.statusCode !== 200) return answer.statusCode
  return (answer.json() as { totalDocs: number }).totalDocs
}
const change = (statement: Sql) => rows(database.db, statement)

test('no read reads the session again, also one that is rejected', async () => {
  read = 0
  for (let n = 0; n < 2; n++) {
    expect(await list()).toEqual([mine, childs])
    expect(await charted()).toBe(2)
    expect(await brandNames()).toEqual(['Acme Junior', 'Acme One'])
    expect(await list(`&clientCompanyId=${world.companies.foreign}`)).toBe(403)
  }
  expect(read).toBe(0)
})

test('what has effects or sends a stream reads the session first', async () => {
  read = 0
  const headers = { authorization: `Bearer ${token}` }
  await testApp.server.inject({
    method: 'POST',
    url: '/api/users/v1/markNotification',
    headers,
    payload: { seen: true },
  })
  const sheet = await get('ecommerce/download-xls?type=csv&startDate=2024-01-01&endDate=2024-01-31')
  expect([sheet.statusCode, read]).toEqual([200, 2])
})

describe('C-255 C-254 a change of a session takes effect on the next call', () => {
  const client = () => world.people.client
  const lost: [what: string, action: () => Promise<unknown>][] = [
    ['signed out', () => change(sql`update sessions set ended_at = now()`)],
    ['blocked', () => change(sql`update users set is_blocked = true where id = ${client()}`)],
    ['deleted', () => change(sql`update users set deleted_at = now() where id = ${client()}`)],
    ['expired', () => change(sql`update sessions set expires_at = now()`)],
    ['removed', () => change(sql`delete from sessions`)],
  ]
  for (const [what, action] of lost)
    test(`${what}: 401, whatever the parameters`, async () => {
      await action()
      expect(await list()).toBe(401)
      expect(await list('&startDate=nonsense')).toBe(401)
      expect(await list(`&clientCompanyId=${world.companies.foreign}`)).toBe(401)
    })

  const calls: [what: string, call: () => Promise<unknown>][] = [
    ['a chart', charted],
    ['brands', brandNames],
    ['a list whose parameters are not valid', () => list('&startDate=nonsense')],
    ['a company that is 403', () => charted(`&clientCompanyId=${world.companies.foreign}`)],
    ['a company that is 404', () => brandNames('brand/client/nonsense?')],
  ]
  // Each is the first call after the change, while the session is still cached.
  for (const [what, action] of lost)
    for (const [name, call] of calls)
      test(`${what}: 401 by ${name}`, async () => {
        await action()
        expect(await call()).toBe(401)
      })

  const narrower: [what: string, action: () => Promise<unknown>][] = [
    [
      'child company removed from the parent',
      () => change(sql`update companies set parent_id = null where id = ${world.companies.child}`),
    ],
    [
      'child company deleted',
      () => change(sql`update companies set deleted_at = now() where id = ${world.companies.child}`),
    ],
    ['brand disabled', () => change(sql`update brands set enabled = false where id = ${world.brands.child}`)],
    ['brand deleted', () => change(sql`update brands set deleted_at = now() where id = ${world.brands.child}`)],
    [
      'brand without the platform',
      () => change(sql`update brands set platforms = '{}' where id = ${world.brands.child}`),
    ],
    [
      'brand gone',
      () => change(sql`update brands set company_id = ${world.companies.foreign} where id = ${world.brands.child}`),
    ],
  ]
  for (const [what, action] of narrower)
    test(`${what}: no longer visible`, async () => {
      await action()
      expect(await list()).toEqual([mine])
    })

  for (const [what, action] of narrower)
    test(`${what}: not charted`, async () => {
      expect(await charted()).toBe(2)
      await action()
      expect(await charted()).toBe(1)
    })

  test('C-143 brands to choose from follow the scope', async () => {
    expect(await brandNames()).toEqual(['Acme Junior', 'Acme One'])
    await change(sql`update companies set parent_id = null where id = ${world.companies.child}`)
    expect(await brandNames()).toEqual(['Acme One'])
    await change(sql`update users set company_id = ${world.companies.child} where id = ${client()}`)
    expect(await brandNames()).toEqual(['Acme Junior'])
  })

  test('a Client who became an Admin, and the reverse, may call what the new role may', async () => {
    expect((await get('company/v1/allRecords')).statusCode).toBe(403)
    await change(sql`update users set role = 'Admin', company_id = null where id = ${client()}`)
    expect((await get('company/v1/allRecords')).statusCode).toBe(200)
    expect((await get('company/v1/allRecords')).statusCode).toBe(200)
    await change(sql`update users set role = 'Client', company_id = ${world.companies.parent} where id = ${client()}`)
    expect((await get('company/v1/allRecords')).statusCode).toBe(403)
  })

  test('a company that left the scope is 403, although it is 404 in the scope of before', async () => {
    const ofChild = `brand/client/${world.companies.child}?`
    expect(await brandNames(ofChild)).toEqual(['Acme Junior'])
    await change(sql`update companies set deleted_at = now() where id = ${world.companies.child}`)
    expect(await brandNames(ofChild)).toBe(403)
  })

  test('another company: only the rows of that company', async () => {
    await change(sql`update users set company_id = ${world.companies.child} where id = ${client()}`)
    expect(await list()).toEqual([childs])
  })

  test('a Client who became an Analyst sees all', async () => {
    await change(sql`update users set role = 'Analyst', company_id = null where id = ${client()}`)
    const [strange] = await addFindings(database.db, eCommerce, [
      { companyId: world.companies.foreign, brandId: world.brands.foreign, reportingDate: '2024-01-01' },
    ])
    expect(await list()).toEqual([mine, childs, strange])
  })

  test('a foreign company that became a child is no longer 403', async () => {
    const [foreign] = await addFindings(database.db, eCommerce, [
      { companyId: world.companies.foreign, brandId: world.brands.foreign, reportingDate: '2024-01-01' },
    ])
    expect(await list(`&clientCompanyId=${world.companies.foreign}`)).toBe(403)
    await change(sql`update companies set parent_id = ${world.companies.parent} where id = ${world.companies.foreign}`)
    expect(await list(`&clientCompanyId=${world.companies.foreign}`)).toEqual([foreign])
  })

  test('C-151 a renamed brand and company have their new names', async () => {
    await change(sql`update brands set brand_name = 'Newly named' where id = ${world.brands.child}`)
    await change(sql`update companies set name = 'Named anew' where id = ${world.companies.child}`)
    const { docs } = (await request()).json<{ docs: Record<string, unknown>[] }>()
    expect(docs[1]).toMatchObject({ company: { name: 'Named anew' }, brand: { brandName: 'Newly named' } })
  })

  test('a brand that was enabled since is listed', async () => {
    await change(sql`update brands set enabled = true where id = ${world.brands.disabled}`)
    const [added] = await addFindings(database.db, eCommerce, [
      { companyId: world.companies.parent, brandId: world.brands.disabled, reportingDate: '2024-01-01' },
    ])
    expect(await list()).toEqual([mine, childs, added])
  })
})
