import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { website } from '#platforms/website.ts'
import { daysAfter, defaultBusinessZone, monthOf, today } from '#vocabulary/dates.ts'

const { at, own } = setUpActionTests()
const year = 'startDate=2025-01-01&endDate=2025-12-31'

const request = (call: string, query: string, who = 'client') =>
  at.testApp.server.inject({
    url: `/api/dashboard_v2/client/chart/${call}?${query}`,
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })

beforeAll(async () => {
  const { brands } = at.world
  await own(domain, ['33', '00', '55', '101', '47'], { reportingDate: '2025-03-05', tld: 'shop', priority: 'High' })
  await own(domain, ['55', '55'], { reportingDate: '2025-05-31', tld: 'com' })
  await own(domain, ['33'], { reportingDate: '2025-05-31', brandId: brands.disabled })
  await own(eCommerce, ['101', '102', '44', '33'], { reportingDate: '2025-06-01', site: 'Kartholm', username: 'Glow' })
  await own(website, ['88'], { reportingDate: monthOf(today(defaultBusinessZone)).startDate, priority: 'Low' })
})

test('C-274 A-133 a platform answers totals, the percentage with one decimal, statuses, months and companies', async () => {
  const answer = (await request('domain', year)).json()
  expect(answer).toEqual({
    totalDocs: 7,
    // (7 − 1 awaiting − 1 no action) ÷ 7
    currentMonth: 71.4,
    pie: [
      { name: 'Success', value: 3 },
      { name: 'Awaiting Approval', value: 1 },
      { name: 'No Action', value: 1 },
      { name: 'Purchase Incomplete', value: 1 },
      { name: 'Other', value: 1 },
    ],
    bar: [
      {
        labels: ['2025-03', '2025-04', '2025-05'],
        series: [
          { code: '55', name: 'Success', data: [1, 0, 2] },
          { code: '33', name: 'Awaiting Approval', data: [1, 0, 0] },
          { code: '00', name: 'No Action', data: [1, 0, 0] },
          { code: '101,102', name: 'Purchase Incomplete', data: [1, 0, 0] },
          { code: '', name: 'Other', data: [1, 0, 0] },
        ],
      },
      expect.objectContaining({ labels: ['Acme'] }),
    ],
    tld: [
      { name: 'shop', value: 5 },
      { name: 'com', value: 2 },
    ],
    reporting: expect.objectContaining({ labels: ['2025-03-05', '2025-05-31'] }),
  })
})

test('C-271 C-079 C-080 the home has every platform of the scope, trap purchase with e-commerce, and waiting findings', async () => {
  const answer = (await request('home', year)).json()
  expect(answer.totalDocs).toBe(11)
  expect(Object.keys(answer.platforms)).toEqual([
    'domain',
    'website',
    'socialMedia',
    'eCommerce',
    'appStore',
    'trapPurchase',
  ])
  expect(answer.platforms.trapPurchase.totalDocs).toBe(3)
  expect(answer.platforms.trapPurchase.pie).toEqual([
    { name: 'Purchase', value: 1 },
    { name: 'Purchase Incomplete', value: 2 },
  ])
  expect(answer.brands).toEqual([{ id: at.world.brands.own, name: 'Acme One', value: 11 }])
  expect(answer.site).toEqual([{ name: 'Kartholm', value: 4 }])
  expect(answer.seller).toEqual({ labels: ['Glow'], series: [{ code: '', name: 'Infringements', data: [4] }] })
  // Of all time, without findings of a disabled brand (G114).
  expect(answer.waiting).toEqual([
    { platform: 'domain', status: '33', total: 1, high: 1 },
    { platform: 'eCommerce', status: '33', total: 1, high: expect.any(Number) },
    { platform: 'website', status: '88', total: 1, high: 0 },
  ])
  await sql`update brands set platforms = '{"domain": {}}' where id = ${at.world.brands.own}`.execute(at.database.db)
  const less = (await request('home', `${year}&brand=${at.world.brands.own}`)).json()
  expect(Object.keys(less.platforms)).toEqual(['domain'])
  expect([less.totalDocs, less.site]).toEqual([7, []])
  const none = (await request('eCommerce', `${year}&brand=${at.world.brands.own}`)).json()
  expect(none).toMatchObject({ totalDocs: 0, currentMonth: 0, pie: [], site: [], seller: { labels: [] } })
  await sql`update brands set platforms = (select platforms from brands where id = ${at.world.brands.foreign}) where id = ${at.world.brands.own}`.execute(
    at.database.db,
  )
})

test('C-272 C-273 C-275 C-276 dates default to the current month; invalid ones and foreign brands are refused', async () => {
  for (const call of ['home', 'eCommerce', 'domain', 'social-media', 'app-store', 'website']) {
    const now = (await request(call, '')).json()
    expect(now.totalDocs, call).toBe(call === 'home' || call === 'website' ? 1 : 0)
    const refused = await request(call, 'startDate=2025-02-01&endDate=2025-01-31')
    expect([refused.statusCode, refused.json().errors], call).toEqual([
      422,
      [{ endDate: 'End date must not be before start date' }],
    ])
    expect((await request(call, 'startDate=2025-02-30')).statusCode, call).toBe(422)
    expect((await request(call, `brand=${at.world.brands.foreign}`)).statusCode, call).toBe(403)
    expect((await request(call, `clientCompanyId=${at.world.companies.foreign}`)).statusCode, call).toBe(403)
    expect((await request(call, 'brand=nonsense')).statusCode, call).toBe(422)
    expect((await request(call, `${year}&brand=`, 'analyst')).statusCode, call).toBe(200)
  }
})

test('C-272 charts of e-commerce are of the chosen brand only', async () => {
  const of = { reportingDate: '2022-02-02', site: 'Kartholm' }
  await own(eCommerce, ['33', '55'], { ...of, username: 'First' })
  await own(eCommerce, ['33'], { ...of, username: 'Second', brandId: at.world.brands.disabled })
  const range = 'startDate=2022-02-01&endDate=2022-02-28'
  for (const [brand, total, sellers] of [
    ['', 3, ['First', 'Second']],
    [at.world.brands.own, 2, ['First']],
    [at.world.brands.disabled, 1, ['Second']],
  ] as const) {
    const { totalDocs, seller } = (await request('eCommerce', `${range}&brand=${brand}`, 'analyst')).json()
    expect([totalDocs, seller.labels]).toEqual([total, sellers])
  }
})

test('A-152 C-340 at most the newest 50 reporting dates and the 50 largest sellers, also when pending changes leave some without findings', async () => {
  const days = Array.from({ length: 60 }, (_, n) => daysAfter('2024-01-01', n))
  for (const [n, reportingDate] of days.entries())
    await own(eCommerce, n % 2 ? ['33'] : ['33', '22'], { reportingDate, username: `Seller ${n}`, site: 'Shopvira' })
  const range = 'startDate=2024-01-01&endDate=2024-12-31'
  const newest = async () => (await request('eCommerce', range)).json().reporting.labels
  expect(await newest()).toEqual(days.slice(-50))
  while ((await foldCounters(at.database.db)) > 0);
  await sql`update findings set deleted_at = now() where reporting_date = any(${days.slice(-5)}::date[])`.execute(
    at.database.db,
  )
  expect(await newest()).toEqual(days.slice(-55, -5))
  const { seller } = (await request('eCommerce', range)).json()
  expect(seller.labels).toHaveLength(50)
  expect(seller.series).toHaveLength(1)
  expect(seller.series[0].data.filter((n: number) => n === 2)).toHaveLength(28)
})

test('C-155 a seller spelled in several cases is one, named by its first spelling, letters that are not ASCII as well', async () => {
  for (const username of [
    'ÉPICERIE Nord',
    'épicerie nord',
    'Épicerie Nord',
    'Corner SHOP',
    'corner shop',
    'Straße',
    'STRASSE',
  ])
    await own(eCommerce, ['33'], { reportingDate: '2023-05-05', username, site: 'Shopvira' })
  const { seller } = (await request('eCommerce', 'startDate=2023-05-01&endDate=2023-05-31')).json()
  expect(seller.labels).toEqual(['ÉPICERIE Nord', 'Corner SHOP', 'STRASSE', 'Straße'])
  expect(seller.series[0].data).toEqual([3, 2, 1, 1])
})

test.each([
  'startDate=9999-12-31&endDate=9999-12-31',
  'startDate=9999-01-01&endDate=9999-12-31',
  'startDate=9999-12-31',
])('the last possible days, %s, are days without findings', async (range) => {
  for (const call of ['home', 'domain']) {
    const answer = await request(call, range)
    expect([answer.statusCode, answer.json().totalDocs]).toEqual([200, 0])
  }
  const list = await at.testApp.server.inject({
    url: `/api/domain?${range}`,
    headers: { authorization: `Bearer ${at.tokens['client']!}` },
  })
  expect([list.statusCode, list.json().docs]).toEqual([200, []])
})

test('within one calendar month every chart also has its days, pending changes included', async () => {
  const may = 'startDate=2025-05-01&endDate=2025-05-31'
  const daysIn = async (call: string, range: string) => (await request(call, range)).json()
  const ofDomain = (await daysIn('domain', may)).days
  expect([ofDomain.labels.length, ofDomain.labels[0], ofDomain.labels.at(-1)]).toEqual([31, '2025-05-01', '2025-05-31'])
  expect(ofDomain.series).toEqual([{ code: '55', name: 'Success', data: [...Array.from({ length: 30 }, () => 0), 2] }])
  const home = await daysIn('home', may)
  expect(home.platforms.domain.days).toEqual(ofDomain)
  expect(home.platforms.website.days.series).toEqual([])
  while ((await foldCounters(at.database.db)) > 0);
  expect((await daysIn('domain', may)).days).toEqual(ofDomain)
  expect((await daysIn('domain', year)).days).toBe(undefined)
})
