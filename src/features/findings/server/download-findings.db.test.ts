import { setTimeout as sleep } from 'node:timers/promises'
import { Workbook } from '@cj-tech-master/excelts'
import { parse } from 'papaparse'
import { Agent, fetch as fetchBy } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { labelsOf } from '#columns/sheet.ts'
import { inTransaction, row, sql } from '#kit/server/db.ts'
import { locksWaitedFor, type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { website } from '#platforms/website.ts'
import { addFindings } from './testing.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
const tokens: Record<string, string> = {}

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  for (const [name, id] of Object.entries(world.people)) tokens[name] = await signInAs(database.db, id)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

const month = { startDate: '2024-01-01', endDate: '2024-01-31' }
const download = (path: string, query: Record<string, string>, who = 'client') =>
  testApp.server.inject({
    url: `/api/${path}/download-xls?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${tokens[who]!}` },
  })
const listed = async (path: string, query: Record<string, string>) => {
  const url = `/api/${path}?${new URLSearchParams(query).toString()}`
  const answer = await testApp.server.inject({ url, headers: { authorization: `Bearer ${tokens['client']!}` } })
  return answer.json() as { docs: Record<string, unknown>[] }
}
const own = (platform: Platform, given: Record<string, unknown>[]) =>
  addFindings(
    database.db,
    platform,
    given.map((finding) => ({
      companyId: world.companies.parent,
      brandId: world.brands.own,
      reportingDate: '2024-01-15',
      ...finding,
    })),
  )
const csvOf = (payload: Buffer) =>
  parse<string[]>(payload.toString('utf8').replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
const cellsOf = async (payload: Buffer) => {
  const book = new Workbook()
  await book.xlsx.load(payload)
  const cells: unknown[][] = []
  const sheet = book.worksheets[0]!
  const width = sheet.columnCount
  sheet.eachRow((line) => cells.push(Array.from({ length: width }, (_, n) => line.getCell(n + 1).value)))
  return cells
}

const rowsOfSpec = {
  domain: [
    'C-175',
    'C-296',
    'sn, image, domain, tld, priority, status, registrar, ipAddress, hosting, lastMofifiedDate, expiryDate, registrationDate, note, name, org, address, state, country, emailAddress, contactNumber',
  ],
  website: ['C-176', 'C-297', 'sn, image, url, domain, dateAdded, priority, status'],
  'social-media': ['C-177', 'C-298', 'sn, image, platform, heading, link, dateAdded, priority, status'],
  'e-commerce': [
    'C-178',
    'C-299',
    'sn, image, site, dateAdded, url, title, price, reason, priority, status, username, storeId, address, city, country, sellerRating',
  ],
  'app-store': [
    'C-179',
    'C-300',
    'sn, image, appName, appStore, dateAdded, url, developerName, latestPublishDate, status, priority, price',
  ],
} as const

describe.each(platforms.map((platform) => [platform.title, platform] as const))('%s', (_title, platform) => {
  const [columns, endpoint, header] = rowsOfSpec[platform.value]
  beforeAll(async () => {
    await own(platform, [{ status: '00', priority: null }, { status: '33' }])
    await addFindings(database.db, platform, [
      { companyId: world.companies.foreign, brandId: world.brands.foreign, reportingDate: '2024-01-15' },
    ])
  })

  test(`${columns} ${endpoint} C-303 CSV and Excel have the same cells in the specification's columns, under the platform's name`, async () => {
    const query = {
      ...month,
      module: platform.module,
      brand: world.brands.own,
      clientCompanyId: world.companies.parent,
    }
    const csv = await download(platform.path, { ...query, type: 'csv' })
    const excel = await download(platform.path, { ...query, type: 'excel' })
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="${platform.value}.csv"`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(excel.headers['content-disposition']).toBe(`attachment; filename="${platform.value}.xlsx"`)
    expect(excel.headers['content-type']).toContain('spreadsheetml')
    const lines = csvOf(csv.rawPayload)
    expect(lines[0]!.join(', ')).toBe(header)
    expect(lines.map((line) => line[0])).toEqual(['sn', '1', '2'])
    const status = lines[0]!.indexOf('status')
    expect(lines.slice(1).map((line) => line[status])).toEqual(['Awaiting Approval', 'No Action'])
    if (header.includes('dateAdded')) expect(lines[1]![lines[0]!.indexOf('dateAdded')]).toBe('15/01/2024')
    // Each cell is under its own name: the file has what the list returns.
    const { docs } = await listed(platform.path, query)
    for (const [index, name] of lines[0]!.entries())
      if (['text', 'link', 'choice', 'domain'].includes(platform.columns[name]?.kind ?? ''))
        expect([name, ...lines.slice(1).map((line) => line[index])]).toEqual([name, ...docs.map((doc) => doc[name])])
    const cells = await cellsOf(excel.rawPayload)
    expect(cells.map((line) => line.map((cell) => (cell === null ? '' : String(cell))))).toEqual(lines)
    expect(cells[2]![status]).toBe('No Action')
  })
  test(`${endpoint} the filters and dates of the list apply to the file too`, async () => {
    const lines = csvOf((await download(platform.path, { ...month, type: 'csv', status: '00' })).rawPayload)
    expect(lines).toHaveLength(2)
    expect(
      csvOf(
        (await download(platform.path, { startDate: '2019-01-01', endDate: '2019-01-02', type: 'csv' })).rawPayload,
      ),
    ).toHaveLength(1)
    const elsewhere = { ...month, clientCompanyId: world.companies.child, type: 'csv' }
    expect(csvOf((await download(platform.path, elsewhere)).rawPayload)).toHaveLength(1)
    const foreigns: Record<string, string>[] = [
      { brand: world.brands.foreign },
      { clientCompanyId: world.companies.foreign },
    ]
    for (const foreign of foreigns)
      expect((await download(platform.path, { ...month, ...foreign, type: 'csv' })).statusCode).toBe(403)
    expect((await download(platform.path, { ...month, type: 'pdf' })).statusCode).toBe(422)
  })
})

test('formula-like cells are texts in both; commas, quotes and line breaks stay in their cell', async () => {
  const titles = ['=1+1', '+1', '-1', '@x', 'a "b", c\nd', 'नकली उत्पाद']
  await own(
    eCommerce,
    titles.map((title) => ({ title, reportingDate: '2022-02-02' })),
  )
  const query = { startDate: '2022-02-02', endDate: '2022-02-02' }
  const csv = csvOf((await download('ecommerce', { ...query, type: 'csv' })).rawPayload)
  const title = csv[0]!.indexOf('title')
  expect(
    csv
      .slice(1)
      .map((line) => line[title])
      .toReversed(),
  ).toEqual(["'=1+1", "'+1", "'-1", "'@x", 'a "b", c\nd', 'नकली उत्पाद'])
  const cells = await cellsOf((await download('ecommerce', { ...query, type: 'excel' })).rawPayload)
  expect(
    cells
      .slice(1)
      .map((line) => line[title])
      .toReversed(),
  ).toEqual(titles)
})

test('a seller’s file has that seller only, in any letter case', async () => {
  await own(
    eCommerce,
    ['Seller A', 'seller a', 'Seller AB'].map((username) => ({ username, reportingDate: '2022-03-03' })),
  )
  const query = {
    startDate: '2022-03-03',
    endDate: '2022-03-03',
    sellerName: 'Seller A',
    type: 'csv',
    module: 'e-commerce',
  }
  const file = await download('ecommerce', query)
  expect(file.headers['content-disposition']).toBe('attachment; filename="unique-seller.csv"')
  const lines = csvOf(file.rawPayload)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toEqual(labelsOf(eCommerce.columns, eCommerce.downloaded))
})

describe('many records', () => {
  const year = { startDate: '2021-01-01', endDate: '2021-12-31' }
  /** Stores n website findings in one statement, because one by one takes minutes. */
  const fill = async (n: number, status: string) => {
    await sql`with made as (
        insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key, image)
        select ${world.companies.parent}, gen_random_uuid(), ${world.brands.own}, 'website',
          date '2021-01-01' + (n % 365), ${status}, 'High', gen_random_uuid(), 'a.png'
        from generate_series(1, ${n}::int) n returning company_id, id)
      insert into findings_website (company_id, finding_id, url)
      select company_id, id, 'https://copies.example/' || id from made`.execute(database.db)
  }
  let address: string
  beforeAll(async () => {
    await fill(25_000, '22')
    address = await testApp.server.listen({ port: 0, host: '127.0.0.1' })
  })

  test('C-338 C-246 25,000 are downloaded, 25,001 are 422 with the message before anything is sent', async () => {
    const given = await download(website.path, { ...year, type: 'csv', status: '22' })
    expect(csvOf(given.rawPayload)).toHaveLength(25_001)
    await fill(1, '22')
    for (const more of [{}, { url: 'copies' }] as Record<string, string>[]) {
      const refused = await download(website.path, { ...year, ...more, type: 'excel', status: '22' })
      expect([refused.statusCode, refused.json()]).toEqual([
        422,
        { message: 'More than 25,000 records cannot be downloaded. Please contact administrator.' },
      ])
      expect(refused.headers['content-disposition']).toBeUndefined()
    }
    await sql`delete from findings where id in (select id from findings where platform = 'website' and status = '22' limit 1)`.execute(
      database.db,
    )
  })

  test('an Excel file of 25,000 is complete, and the request thread is never blocked for long', async () => {
    // CPU time of this thread between two ticks, so that other load on the machine does not count.
    const used = () => process.threadCpuUsage().user / 1000
    let [longest, before] = [0, used()]
    const watch = setInterval(() => {
      longest = Math.max(longest, used() - before)
      before = used()
    }, 1)
    const { rawPayload } = await download(website.path, { ...year, type: 'excel', status: '22' })
    clearInterval(watch)
    expect(longest).toBeGreaterThan(0)
    expect(longest).toTakeLessThan(60)
    const cells = await cellsOf(rawPayload)
    expect(cells).toHaveLength(25_001)
    expect(cells.at(-1)?.[0]).toBe(25_000)
  })

  test('three unread downloads of a person are the most: the fourth is refused, others get theirs, and none stay open', async () => {
    const url = `${address}/api/website/download-xls?${new URLSearchParams({ ...year, type: 'csv' })}`
    const connections = new Agent()
    const open = (who: string, signal?: AbortSignal) =>
      fetchBy(url, {
        headers: { authorization: `Bearer ${tokens[who]!}` },
        dispatcher: connections,
        ...(signal ? { signal } : {}),
      })
    // None can end before the fourth is requested: their rows are locked.
    const other = await inTransaction(database.pool, async ({ client }) => {
      await client.query('lock table findings_website in access exclusive mode')
      const leaving = new AbortController()
      const unread = await Promise.all([1, 2, 3].map(() => open('client', leaving.signal)))
      expect(unread.map(({ status }) => status)).toEqual([200, 200, 200])
      await expect.poll(() => locksWaitedFor(database)).toBe(3)
      const fourth = await open('client')
      expect([fourth.status, await fourth.json()]).toEqual([
        429,
        { message: 'Three of your downloads are still running. Please wait until one of them has finished.' },
      ])
      const answer = await open('analyst')
      expect(answer.status).toBe(200)
      await expect.poll(() => locksWaitedFor(database)).toBe(4)
      leaving.abort()
      await expect.poll(() => locksWaitedFor(database)).toBe(1)
      return answer
    })
    await other.arrayBuffer()
    const again = await open('client')
    expect(again.status).toBe(200)
    await again.arrayBuffer()
    await connections.destroy()
  })

  test('a client that disconnects cancels the query, and the connection is released', async () => {
    const controller = new AbortController()
    const answer = await fetch(`${address}/api/website/download-xls?${new URLSearchParams({ ...year, type: 'csv' })}`, {
      headers: { authorization: `Bearer ${tokens['client']!}` },
      signal: controller.signal,
    })
    const reader = answer.body!.getReader()
    await reader.read()
    controller.abort()
    const running = async () =>
      (await row<{ n: number }>(
        database.db,
        sql`select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and query like '%findings_website%' and (state = 'active' or state like 'idle in%')`,
      ))!.n
    const busy = () => database.pool.totalCount - database.pool.idleCount
    for (let wait = 0; (busy() > 0 || (await running()) > 0) && wait < 250; wait++) await sleep(20)
    expect(busy()).toBe(0)
    expect(await running()).toBe(0)
  })
})
