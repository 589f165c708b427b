import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { appStore } from '#platforms/app-store.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { website } from '#platforms/website.ts'
import { daysAfter, monthOf, today } from '#vocabulary/dates.ts'
import { addFindings, type TestFinding } from './testing.ts'

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

type Query = Record<string, string | string[]>
const get = (path: string, query: Query = {}, who = 'client') => {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) search.append(name, value)
  const headers = { authorization: `Bearer ${tokens[who]!}` }
  return testApp.server.inject({ url: `/api/${path}?${search.toString()}`, headers })
}
const january = { startDate: '2024-01-01', endDate: '2024-01-31' }
const idsOf = async (path: string, query: Query, who?: string) => {
  const answer = await get(path, query, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return (answer.json() as { docs: { id: string }[] }).docs.map((doc) => doc.id)
}
/** Stores findings of the Client's own brand; each test uses a month of its own. */
const own = (platform: Platform, given: Record<string, unknown>[]) =>
  addFindings(
    database.db,
    platform,
    given.map((finding): TestFinding => ({ companyId: world.companies.parent, brandId: world.brands.own, ...finding })),
  )

describe('whose findings', () => {
  let mine: string, childs: string, strangers: string, hidden: string, gone: string
  const year = { startDate: '2020-01-01', endDate: '2020-12-31' }
  beforeAll(async () => {
    const at = (companyId: string, brandId: string, more = {}) => ({
      companyId,
      brandId,
      reportingDate: '2020-05-05',
      ...more,
    })
    ;[mine, childs, strangers, hidden, gone] = (await addFindings(database.db, domain, [
      at(world.companies.parent, world.brands.own),
      at(world.companies.child, world.brands.child),
      at(world.companies.foreign, world.brands.foreign),
      at(world.companies.parent, world.brands.disabled),
      at(world.companies.parent, world.brands.own, { deletedAt: '2021-01-01' }),
    ])) as [string, string, string, string, string]
    await addFindings(database.db, website, [at(world.companies.child, world.brands.child)])
  })

  test('a Client sees its company and its child company, staff see all, and nobody sees deleted findings', async () => {
    expect((await idsOf('domain', year)).toSorted()).toEqual([mine, childs].toSorted())
    expect(await idsOf('domain', year, 'childClient')).toEqual([childs])
    expect(await idsOf('domain', year, 'foreignClient')).toEqual([strangers])
    const all = [mine, childs, strangers, hidden].toSorted()
    expect((await idsOf('domain', year, 'admin')).toSorted()).toEqual(all)
    expect((await idsOf('domain', year, 'analyst')).toSorted()).toEqual(all)
    expect(all).not.toContain(gone)
  })
  test('C-016 a brand without the platform, and a disabled one, are hidden from Clients', async () => {
    expect(await idsOf('website', year, 'childClient')).toEqual([])
    expect(await idsOf('website', { ...year, brand: world.brands.child })).toEqual([])
    expect((await get('domain', { ...year, brand: world.brands.disabled })).statusCode).toBe(403)
    expect(await idsOf('domain', { ...year, brand: world.brands.disabled }, 'admin')).toEqual([hidden])
  })
  test('a foreign company or brand is 403, one’s own narrows the list', async () => {
    expect((await get('domain', { ...year, clientCompanyId: world.companies.foreign })).statusCode).toBe(403)
    expect((await get('domain', { ...year, brand: world.brands.foreign })).statusCode).toBe(403)
    expect((await get('domain', { ...year, clientCompanyId: world.companies.parent }, 'childClient')).statusCode).toBe(
      403,
    )
    expect(await idsOf('domain', { ...year, clientCompanyId: world.companies.child })).toEqual([childs])
    expect(await idsOf('domain', { ...year, brand: world.brands.own, clientCompanyId: '' })).toEqual([mine])
    expect((await get('domain/facets', { brand: world.brands.foreign })).statusCode).toBe(403)
  })
  test('without a session it is 401', async () => {
    expect((await testApp.server.inject({ url: '/api/domain' })).statusCode).toBe(401)
  })
})

describe('the range of dates', () => {
  test('C-099 C-174 without dates the range is the whole current month of the business zone', async () => {
    const month = monthOf(today('Asia/Kolkata'))
    const days = [month.startDate, month.endDate, daysAfter(month.startDate, -1), daysAfter(month.endDate, 1)]
    const [first, last] = await own(
      appStore,
      days.map((reportingDate) => ({ reportingDate })),
    )
    expect((await idsOf('app-store', {})).toSorted()).toEqual([first, last].toSorted())
  })
  test('both ends count, dates may be written day first, and an end before the start is 422', async () => {
    const ids = await own(appStore, [{ reportingDate: '2019-02-01' }, { reportingDate: '2019-02-28' }])
    expect(await idsOf('app-store', { startDate: '01/02/2019', endDate: '28-02-2019' })).toEqual(ids.toReversed())
    const wrong = await get('app-store', { startDate: '2019-03-01', endDate: '2019-02-01' })
    expect([wrong.statusCode, wrong.json()]).toMatchObject([422, { errors: [{ endDate: expect.any(String) }] }])
  })
})

describe.each(platforms.map((platform) => [platform.title, platform] as const))('%s', (_title, platform) => {
  let ids: string[]
  const month = { startDate: '2023-03-01', endDate: '2023-03-31' }
  const names = {
    Domain: 'C-277',
    Website: 'C-278',
    'Social Media': 'C-279',
    'E-commerce': 'C-280',
    'App Store': 'C-281',
  }
  const id = names[platform.title as keyof typeof names]

  beforeAll(async () => {
    ids = await own(
      platform,
      Array.from({ length: 7 }, (_, n) => ({ reportingDate: `2023-03-0${n + 1}`, status: n < 3 ? '33' : '22' })),
    )
  })

  test(`${id} C-150 A-064 returns the paged envelope, newest first, with exact totals`, async () => {
    const answer = (
      await get(platform.path, { ...month, page: '2', dropdownCount: '3', perPage: '5', module: 'x' })
    ).json()
    const newest = ids.toReversed()
    expect(answer.docs.map((doc: { id: string }) => doc.id)).toEqual(newest.slice(3, 6))
    const { docs: _, domainUniqueSites: __, ...envelope } = answer
    expect(envelope).toEqual({
      page: 2,
      nextPage: 3,
      prevPage: 1,
      hasNextPage: true,
      hasPrevPage: true,
      pagingCounter: 4,
      totalDocs: 7,
      totalPages: 3,
    })
    const last = (await get(platform.path, { ...month, page: '3', perPage: '3' })).json()
    expect(last).toMatchObject({ nextPage: null, hasNextPage: false, totalDocs: 7, docs: { length: 1 } })
  })

  test(`${id} every filter of the definition finds its own value and nothing else`, async () => {
    const [one] = await own(platform, [
      { reportingDate: '2022-07-09', status: '88', priority: 'Low', reasonCode: '12301' },
    ])
    await own(platform, [{ reportingDate: '2022-07-10', status: '99', priority: null, reasonCode: null }])
    const july = { startDate: '2022-07-01', endDate: '2022-07-31' }
    const [doc] = (await get(platform.path, { ...july, status: '88' })).json().docs
    expect(doc.id).toBe(one)
    for (const name of platform.filteredBy) {
      const column = platform.filterAliases[name] ?? name
      const value = String(doc[column])
      expect(value, name).not.toBe('null')
      const found = await idsOf(platform.path, { ...july, [name]: value, status: '88' })
      expect(found, `${name}=${value}`).toEqual([one])
      const other =
        platform.columns[column]!.kind === 'day'
          ? '2019-09-09'
          : platform.columns[column]!.kind === 'money'
            ? '7-8'
            : 'zzzz'
      expect(await idsOf(platform.path, { ...july, [name]: other }), `${name}=${other}`).toEqual([])
    }
  })

  test(`A-069 sorts both ways by every column of the definition, and by nothing else`, async () => {
    for (const sortBy of platform.sortedBy) {
      const { docs } = (await get(platform.path, { ...month, sortBy, sortOrder: 'asc' })).json()
      const up = docs.map((doc: { id: string }) => doc.id)
      const down = await idsOf(platform.path, { ...month, sortBy, sortDirection: '-1' })
      expect(up.toSorted(), sortBy).toEqual(ids.toSorted())
      const values = docs.map((doc: Record<string, unknown>) => doc[sortBy]) as (string | number)[]
      const ordered = values.every((value, n) => n === 0 || values[n - 1]! <= value)
      expect(ordered, `${sortBy}: ${values.join()}`).toBe(true)
      if (new Set(values).size === values.length) expect(down, sortBy).toEqual(up.toReversed())
    }
    // Either name, in either spelling (G11).
    const sortBy = platform.sortedBy[0]!
    const [up, down] = await Promise.all(
      ['asc', 'desc'].map((sortOrder) => idsOf(platform.path, { ...month, sortBy, sortOrder })),
    )
    expect(down).not.toEqual(up)
    for (const name of ['sortOrder', 'sortDirection'])
      for (const [same, ways] of [
        [up, ['1', 'ASC']],
        [down, ['-1', 'desc']],
      ] as const)
        for (const way of ways) expect(await idsOf(platform.path, { ...month, sortBy, [name]: way })).toEqual(same)
    expect(await idsOf(platform.path, { ...month, sortBy: 'company_id; drop table x' })).toEqual(ids.toReversed())
  })

  test('its filter values are those of the caller’s scope', async () => {
    const answer = (await get(`${platform.path}/facets`)).json()
    expect(Object.keys(answer)).toEqual(platform.filteredBy.filter((name) => platform.columns[name]?.kind === 'choice'))
  })
})

describe('query parameters', () => {
  test('% and _ are plain characters, also in short patterns, and case does not matter', async () => {
    const month = { startDate: '2018-04-01', endDate: '2018-04-30' }
    const [percent, plain] = await own(eCommerce, [
      { reportingDate: '2018-04-02', title: 'Off 50%_Sale' },
      { reportingDate: '2018-04-01', title: 'Off 500 Sale' },
    ])
    expect(await idsOf('ecommerce', { ...month, title: '50%_sale' })).toEqual([percent])
    expect(await idsOf('ecommerce', { ...month, title: '%' })).toEqual([percent])
    expect(await idsOf('ecommerce', { ...month, title: 'off' })).toEqual([percent, plain])
    const first = (await get('ecommerce', { ...month, title: 'off', perPage: '1' })).json()
    expect([first.docs.length, first.totalDocs]).toEqual([1, 2])
    expect(await idsOf('ecommerce', { ...month, title: '\\' })).toEqual([])
  })
  test('an address finds its finding however it is written', async () => {
    const [id] = await own(website, [{ reportingDate: '2024-01-09', url: 'https://a.example/Item' }])
    for (const host of 'http://www.a.example https://a.example.:443/. hxxps://a[.]example'.split(' '))
      expect(await idsOf('website', { ...january, url: `${host}/Item#top` }), host).toEqual([id])
  })
  test('several values as a repeated parameter or a comma list; price as a number or a range', async () => {
    const month = { startDate: '2018-05-01', endDate: '2018-05-31' }
    const ids = await own(eCommerce, [
      { reportingDate: '2018-05-03', status: '33', price: 10, priority: 'High' },
      { reportingDate: '2018-05-02', status: '44', price: 20.5, priority: 'Low' },
      { reportingDate: '2018-05-01', status: '00', price: 30, priority: 'Low' },
    ])
    expect(await idsOf('ecommerce', { ...month, status: ['33', '44'] })).toEqual(ids.slice(0, 2))
    expect(await idsOf('ecommerce', { ...month, status: '33,00' })).toEqual([ids[0], ids[2]])
    expect(await idsOf('ecommerce', { ...month, status: '0' })).toEqual([ids[2]])
    const full = await get('ecommerce', { ...month, status: 'awaiting approval,0', perPage: '1' })
    expect(full.json().totalDocs).toBe(2)
    expect(await idsOf('ecommerce', { ...month, price: '20.5' })).toEqual([ids[1]])
    expect(await idsOf('ecommerce', { ...month, price: '20-30' })).toEqual(ids.slice(1))
    expect(await idsOf('ecommerce', { ...month, priority: 'low', sortBy: 'price', sortOrder: '-1' })).toEqual([
      ids[2],
      ids[1],
    ])
  })
  test('C-331 the page size is dropdownCount, else perPage, else 10, within 1 and 20,000', async () => {
    const month = { startDate: '2018-06-01', endDate: '2018-06-30' }
    await own(
      website,
      Array.from({ length: 12 }, () => ({ reportingDate: '2018-06-15' })),
    )
    expect(await idsOf('website', month)).toHaveLength(10)
    expect(await idsOf('website', { ...month, perPage: '11' })).toHaveLength(11)
    expect(await idsOf('website', { ...month, perPage: '11', dropdownCount: '0' })).toHaveLength(1)
    expect(await idsOf('website', { ...month, dropdownCount: '99999999' })).toHaveLength(12)
    expect(await idsOf('website', { ...month, dropdownCount: 'all' })).toHaveLength(10)
  })
  test('pages of equal sort keys repeat no row and miss none', async () => {
    const month = { startDate: '2018-07-01', endDate: '2018-07-31' }
    const ids = await own(
      website,
      Array.from({ length: 9 }, () => ({ reportingDate: '2018-07-15', domain: 'same' })),
    )
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) =>
        idsOf('website', { ...month, perPage: '4', page, sortBy: 'domain', sortOrder: 'asc' }),
      ),
    )
    expect(pages.flat()).toEqual(ids.toReversed())
  })
  test('a notification shows its records and ignores dates and status; another person’s shows nothing', async () => {
    const ids = await own(domain, [{ reportingDate: '2018-08-01', status: '22' }, { reportingDate: '2018-08-02' }])
    const [notice, notification] = [newId(), newId()]
    await sql`insert into notices (id, company_id, brand_id, platform, model, text, finding_ids)
      values (${notice}, ${world.companies.parent}, ${world.brands.own}, 'domain', 'Domain', 'x', ${[ids[0]]}::uuid[])`.execute(
      database.db,
    )
    await sql`insert into notifications (id, user_id, notice_id) values (${notification}, ${world.people.client}, ${notice})`.execute(
      database.db,
    )
    expect(await idsOf('domain', { notification, status: '33', ...january })).toEqual([ids[0]])
    // G53: whatever company and brand are selected; those of others stay refused.
    const elsewhere = { notification, clientCompanyId: world.companies.child, brand: world.brands.child }
    expect(await idsOf('domain', elsewhere)).toEqual([ids[0]])
    expect(await idsOf('domain', { notification }, 'foreignClient')).toEqual([])
    expect(await idsOf('domain', { notification }, 'childClient')).toEqual([])
  })
})
