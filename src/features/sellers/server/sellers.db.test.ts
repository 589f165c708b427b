import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { sellers } from '#features/sellers/contract.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { sql } from '#kit/server/db.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { type SellerInput, sellerFindings } from './seller-findings.ts'

const { at, own } = setUpActionTests()
const year = 'startDate=2025-01-01&endDate=2025-12-31'
const glow = `${year}&module=e-commerce&sellerName=glow%20mart`
const seller = { username: 'Glow Mart', site: 'Kartholm' }

const get = (path: string, who = 'client') =>
  at.testApp.server.inject({ url: `/api/ecommerce/${path}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
const request = (query: string, who?: string) => get(`uniqueSellerData?${query}`, who)
const read = async (query: string, who?: string) => {
  const answer = (await request(query, who)).json()
  const [page, months, companies] = answer.data
  return { page, months, companies, sites: answer.domainUniqueSites, body: JSON.stringify(answer) }
}

let mine: string[]
beforeAll(async () => {
  const { companies, brands } = at.world
  mine = await own(eCommerce, ['33', '55', '55'], {
    ...seller,
    reportingDate: '2025-03-05',
    title: 'Kettle',
    priority: 'High',
  })
  mine.push(
    ...(await own(eCommerce, ['101'], {
      ...seller,
      username: 'GLOW mart',
      site: 'shopvira',
      reportingDate: '2025-05-31',
      title: 'Apron',
      priority: 'Low',
    })),
  )
  await own(eCommerce, ['33'], { ...seller, username: 'Glow Mart 2', reportingDate: '2025-03-05' })
  await own(eCommerce, ['33'], { ...seller, reportingDate: '2024-12-31' })
  await own(eCommerce, ['33'], { ...seller, reportingDate: '2025-03-05', deletedAt: new Date() })
  await own(eCommerce, ['33'], { ...seller, reportingDate: '2025-03-05', brandId: brands.disabled })
  await addFindings(at.database.db, eCommerce, [
    {
      companyId: companies.child,
      brandId: brands.child,
      ...seller,
      reportingDate: '2025-04-01',
      status: '22',
      priority: 'Low',
    },
    ...['33', '33', '33', '33'].map((status) => ({
      companyId: companies.foreign,
      brandId: brands.foreign,
      username: 'Glow Mart',
      site: 'KARTHOLM',
      reportingDate: '2025-03-05',
      status,
    })),
  ])
  // Facets are stored by uploads; the foreign company has one that nobody else has.
  await sql`insert into facets (company_id, brand_id, platform, name, value) values
    (${companies.parent}, ${brands.own}, 'e-commerce', 'site', 'shopvira'),
    (${companies.child}, ${brands.child}, 'e-commerce', 'site', 'Kartholm'),
    (${companies.foreign}, ${brands.foreign}, 'e-commerce', 'site', 'KARTHOLM')`.execute(at.database.db)
})

test('C-284 a seller’s findings in any letter case, a page at a time, with months, companies and sites', async () => {
  const { page, months, companies, sites } = await read(`${glow}&perPage=2`)
  expect(page).toMatchObject({ totalDocs: 5, page: 1, nextPage: 2, totalPages: 3 })
  expect(page.docs).toHaveLength(2)
  expect(months).toEqual({
    labels: ['2025-03', '2025-04', '2025-05'],
    series: [
      { code: '55', name: 'Success', data: [2, 0, 0] },
      { code: '33', name: 'Awaiting Approval', data: [1, 0, 0] },
      { code: '22', name: expect.any(String), data: [0, 1, 0] },
      { code: '101,102', name: 'Purchase Incomplete', data: [0, 0, 1] },
    ],
  })
  expect(companies.labels).toEqual(['Acme', 'Acme Child'])
  expect(companies.series.map(({ data }: { data: number[] }) => data)).toEqual([
    [2, 0],
    [1, 0],
    [0, 1],
    [1, 0],
  ])
  expect(sites).toEqual(['Kartholm', 'shopvira'])

  const all = await read(`${glow}&dropdownCount=20&page=1`)
  expect(all.page.docs.map(({ username }: { username: string }) => username.toLowerCase())).toEqual(
    Array.from({ length: 5 }, () => 'glow mart'),
  )
})

test('C-136 the list is sorted by its five columns only', async () => {
  const titles = async (sort: string) =>
    (await read(`${glow}&brand=${at.world.brands.own}&perPage=10&${sort}`)).page.docs.map(
      ({ title, status }: { title: string; status: string }) => `${title} ${status}`,
    )
  expect((await titles('sortBy=title&sortOrder=asc'))[0]).toBe('Apron 101')
  expect((await titles('sortBy=title&sortOrder=desc'))[3]).toBe('Apron 101')
  expect((await titles('sortBy=site&sortOrder=desc'))[0]).toBe('Apron 101')
  expect((await titles('sortBy=reportingDate&sortOrder=asc'))[3]).toBe('Apron 101')
  expect((await titles('sortBy=priority&sortOrder=desc'))[0]).toBe('Apron 101')
  expect(await titles('sortBy=status&sortOrder=asc')).toEqual(['Apron 101', 'Kettle 33', 'Kettle 55', 'Kettle 55'])
  // The price is no column of this list: newest first.
  expect(await titles('sortBy=price&sortOrder=asc')).toEqual(await titles(''))
})

test('filters, dates and the brand narrow list and charts alike; allData widens to the brands of the scope', async () => {
  const high = await read(`${glow}&priority=High&perPage=1`)
  expect([high.page.totalDocs, high.months.labels, high.companies.labels]).toEqual([3, ['2025-03'], ['Acme']])
  const may = await read('startDate=2025-05-01&endDate=2025-05-31&sellerName=Glow Mart')
  expect([may.page.totalDocs, may.months.labels]).toEqual([1, ['2025-05']])
  const brand = await read(`${glow}&brand=${at.world.brands.child}&perPage=1`)
  expect([brand.page.totalDocs, brand.companies.labels]).toEqual([1, ['Acme Child']])
  const wide = await read(`${glow}&brand=${at.world.brands.child}&allData=true&perPage=1`)
  expect([wide.page.totalDocs, wide.companies.labels]).toEqual([5, ['Acme', 'Acme Child']])
  const company = await read(`${glow}&clientCompanyId=${at.world.companies.child}&allData=true`)
  expect(company.page.totalDocs).toBe(1)
})

test('C-010 G37 G54 nothing of another company is visible: names, brands or numbers, also with allData', async () => {
  const { companies, brands } = at.world
  for (const who of ['client', 'childClient']) {
    const { page, body } = await read(`${glow}&allData=true`, who)
    expect(page.totalDocs, who).toBe(who === 'client' ? 5 : 1)
    for (const secret of ['Zenith', companies.foreign, brands.foreign, 'KARTHOLM']) expect(body).not.toContain(secret)
    if (who === 'childClient') for (const secret of [companies.parent, brands.own]) expect(body).not.toContain(secret)
  }
  const stranger = await read(glow, 'foreignClient')
  expect([stranger.page.totalDocs, stranger.companies.labels]).toEqual([4, ['Zenith']])
  expect(stranger.body).not.toContain('Acme')
  for (const more of [`brand=${brands.foreign}`, `clientCompanyId=${companies.foreign}`])
    for (const wide of ['', '&allData=true'])
      expect((await request(`${glow}&${more}${wide}`)).statusCode, more).toBe(403)
  expect((await read(glow, 'analyst')).page.totalDocs).toBe(10)
})

test('C-155 the seller’s other findings on its site are counted inside and outside the company only', async () => {
  const { page } = await read(`${glow}&perPage=10&title=Kettle`)
  const [row] = page.docs
  // Of Acme: three of March, one of 2024 and one of a disabled brand; of others: one of the child, four of Zenith.
  expect([row.sellerCountInCompany, row.sellerCountOutsideCompany]).toEqual([4, 5])
})

test('invalid parameters are 422, an unknown seller has no findings', async () => {
  for (const query of [year, `${year}&sellerName=%20`]) {
    const answer = await request(query)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ sellerName: 'Seller name is required' }]])
  }
  expect((await request(`${year}&sellerName=${'x'.repeat(256)}`)).json().errors).toEqual([
    { sellerName: 'Seller name is not valid' },
  ])
  expect((await request('startDate=2025-02-01&endDate=2025-01-01&sellerName=a')).statusCode).toBe(422)
  const none = await read(`${year}&sellerName=nobody%25`)
  expect([none.page.totalDocs, none.months, none.companies]).toEqual([
    0,
    { labels: [], series: [] },
    { labels: [], series: [] },
  ])
})

test('G56 the file has what the list has', async () => {
  const file = await get(`download-xls?${glow}&type=csv&brand=${at.world.brands.own}`)
  expect(file.headers['content-disposition']).toBe('attachment; filename="unique-seller.csv"')
  expect(file.body.trim().split(/\r?\n/)).toHaveLength(1 + mine.length)
})

test('a failing query fails the call without an unhandled rejection, which would end the process', async () => {
  const { db } = at.database
  const session = await sessionOfUser(db, at.world.people.analyst)
  const input = sellers.list.takes.parse({ module: 'e-commerce', sellerName: '\u0000' }) as SellerInput
  const left: unknown[] = []
  const leave = (problem: unknown) => left.push(problem)
  process.on('unhandledRejection', leave)
  const outcome = sellerFindings(db, session!, input, { zone: 'Asia/Kolkata', linkTo: () => '' })
  await expect(outcome).rejects.toMatchObject({ code: '22021' })
  // A rejection is unhandled when the turn it came in is over.
  await new Promise((over) => setTimeout(over, 50))
  process.off('unhandledRejection', leave)
  expect(left).toEqual([])
})
