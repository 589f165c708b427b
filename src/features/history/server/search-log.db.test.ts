import { Workbook } from '@cj-tech-master/excelts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import type { LogRecord } from '#features/history/contract.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf } from '#platforms/all.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import { foldLogRows } from './queries.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
const tokens: Record<string, string> = {}
const zone = 'Asia/Kolkata'
const now = today(zone)
/** A real finding, referenced by the first row. */
let findingId: string

type Line = Partial<{
  brand: keyof TestWorld['brands']
  platform: string
  module: string
  username: string
  term: string
  from: string
  to: string
  /** Days before today, at noon of the zone. */
  ago: number
  at: string
  finding: string
}>

async function write(line: Line): Promise<string> {
  const id = newId()
  const { brand = 'own', platform = 'e-commerce', module = 'dashboard', username = 'client', ago = 1 } = line
  const at = line.at ?? `${daysAfter(now, -ago)}T06:30:00.123456Z`
  await rows(
    database.db,
    sql`insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, user_id, username,
          search_term, status_from, status_to)
        select ${id}, ${at}, company_id, id, ${platform}, ${line.finding ?? newId()}, ${module}, ${world.people.client},
          ${username}, ${line.term ?? `https://shop.example/${id}`}, ${line.from ?? '33'}, ${line.to ?? '22'}
        from brands where id = ${world.brands[brand]}`,
  )
  return id
}

const request = (query: Record<string, string>, who = 'admin', call = 'searchLogRecord') =>
  testApp.server.inject({
    url: `/api/data-log/${call}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${tokens[who]!}` },
  })
const found = async (query: Record<string, string>) => {
  const answer = await request(query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ docs: LogRecord[]; totalDocs: number; totalIsExact: boolean; hasNextPage: boolean }>()
}
const termsOf = async (query: Record<string, string>) => (await found(query)).docs.map((doc) => doc.searchTerm)

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  for (const [name, id] of Object.entries(world.people)) tokens[name] = await signInAs(database.db, id)
  const { parent: companyId } = world.companies
  findingId = (
    await addFindings(database.db, platformOf('e-commerce')!, [
      { companyId, brandId: world.brands.own, status: '22', url: 'https://shop.example/known' },
    ])
  )[0]!
  await write({ term: 'first', finding: findingId, from: '', to: '33', module: 'upload', username: 'analyst', ago: 5 })
  await write({ term: 'second', finding: findingId, ago: 4 })
  await write({ term: 'Foreign_shop.example', brand: 'foreign', platform: 'domain', username: 'stranger', ago: 3 })
  await write({ term: '=cmd()', brand: 'child', to: '102', from: '66', username: 'childclient', ago: 2 })
  // Half an hour before and after midnight of the business zone, 30 and 31 days back.
  await write({ term: 'last of the range', at: `${daysAfter(now, -30)}T18:45:00Z` })
  await write({ term: 'too old', at: `${daysAfter(now, -30)}T18:15:00Z` })
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

describe.each(['before', 'after'])('searching the log, %s its rows are folded', (when) => {
  beforeAll(async () => {
    if (when === 'after') while ((await foldLogRows(database.db)) > 0);
    const left = await rows(database.db, sql`select 1 from status_log_new`)
    expect(left.length).toBe(when === 'after' ? 0 : 6)
  })

  test('A-120 A-148 without filters the last 30 days, newest first', async () => {
    expect(await termsOf({})).toEqual(['=cmd()', 'Foreign_shop.example', 'second', 'first', 'last of the range'])
    expect(await termsOf({ startDate: '01/01/2020', endDate: now })).toContain('too old')
    expect(await termsOf({ endDate: daysAfter(now, -30), startDate: daysAfter(now, -30) })).toEqual(['too old'])
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['platform, its stored value', { platform: 'domain' }, ['Foreign_shop.example']],
    ['platform, another spelling', { platform: 'eCommerce', startDate: daysAfter(now, -2) }, ['=cmd()']],
    ['a part of the username, any case', { username: 'CHILD' }, ['=cmd()']],
    ['a username of several people', { username: 'an' }, ['Foreign_shop.example', 'first']],
    ['a part of the address, any case', { searchTerm: 'SHOP.EXAMPLE' }, ['Foreign_shop.example']],
    ['two letters', { searchTerm: 'FI' }, ['first']],
    ['an underscore as a character', { searchTerm: 'n_s' }, ['Foreign_shop.example']],
    ['a per cent sign as a character', { searchTerm: '%' }, []],
    ['search as searchTerm', { search: 'secon' }, ['second']],
    ['both terms', { search: 'secon', searchTerm: 'first' }, []],
    ['status from', { selectedFromStatus: '66' }, ['=cmd()']],
    ['status to', { selectedToStatus: '102' }, ['=cmd()']],
    ['a combination of statuses that never occurred', { selectedFromStatus: '66', selectedToStatus: '22' }, []],
    ['days', { startDate: daysAfter(now, -4), endDate: daysAfter(now, -3) }, ['Foreign_shop.example', 'second']],
    ['the oldest first', { sortBy: 'createdAt', sortDirection: '1', endDate: daysAfter(now, -3) }, []],
  ])('A-120 %s', async (what, query, expected) => {
    if (what === 'the oldest first') {
      const params = { ...query, startDate: daysAfter(now, -5) }
      expect(await termsOf(params)).toEqual(['first', 'second', 'Foreign_shop.example'])
    } else expect(await termsOf(query)).toEqual(expected)
  })

  test('A-120 company and brand', async () => {
    expect(await termsOf({ company: world.companies.foreign })).toEqual(['Foreign_shop.example'])
    expect(await termsOf({ brand: world.brands.child })).toEqual(['=cmd()'])
    expect(await termsOf({ company: world.companies.foreign, brand: world.brands.child })).toEqual([])
    expect(await termsOf({ company: newId() })).toEqual([])
  })
})

test('A-060 A-067 a record names company, brand, person, address and both statuses', async () => {
  const [record] = (await found({ searchTerm: 'first' })).docs
  expect(record).toEqual({
    id: expect.any(String),
    _id: record!.id,
    company: { id: world.companies.parent, _id: world.companies.parent, name: 'Acme' },
    brand: { id: world.brands.own, _id: world.brands.own, brandName: 'Acme One' },
    platform: 'e-commerce',
    module: 'upload',
    reqUserId: { id: world.people.client, _id: world.people.client, username: 'analyst' },
    searchTerm: 'first',
    createdAt: `${daysAfter(now, -5)}T06:30:00.123Z`,
    // A new record has no earlier status (G112).
    statusFrom: '',
    statusTo: '33',
    finding: findingId,
    cursor: `${daysAfter(now, -5)}T06:30:00.123456Z_${record!.id}`,
  })
})

test('A-147 pages of ten with exact numbers, and no row lost or repeated among rows with the same time', async () => {
  const at = `${daysAfter(now, -60)}T10:00:00.000001Z`
  for (let n = 0; n < 25; n++) await write({ term: `moment ${n}`, at })
  const range = { startDate: daysAfter(now, -61), endDate: daysAfter(now, -59) }
  const pages = await Promise.all(['1', '2', '3'].map((page) => found({ ...range, page })))
  expect(pages.map(({ docs }) => docs.length)).toEqual([10, 10, 5])
  expect(pages[1]).toMatchObject({
    page: 2,
    nextPage: 3,
    prevPage: 1,
    hasNextPage: true,
    hasPrevPage: true,
    pagingCounter: 11,
    totalDocs: 25,
    totalPages: 3,
    totalIsExact: true,
  })
  const byOffset = pages.flatMap(({ docs }) => docs.map((doc) => doc.id))
  const byCursor: string[] = []
  for (let after = '', page = 1; ; page++) {
    const { docs, hasNextPage } = await found({ ...range, page: String(page), ...(after ? { after } : {}) })
    byCursor.push(...docs.map((doc) => doc.id))
    after = docs.at(-1)!.cursor
    if (!hasNextPage) break
  }
  expect(new Set(byOffset).size).toBe(25)
  expect(byCursor).toEqual(byOffset)
  expect((await found({ ...range, exact: '1', perPage: '1' })).totalDocs).toBe(25)
  expect((await found({ ...range, page: '9' })).docs).toEqual([])
})

test.each([
  ['platform', { platform: 'radio' }, 'Platform is not valid'],
  ['after', { after: `2026-02-30T00:00:00.000000Z_${newId()}` }, 'After is not valid'],
  ['after', { after: `0000-01-01T00:00:00.000000Z_${newId()}` }, 'After is not valid'],
  ['after', { after: `2026-02-28T00:00:00.000000+23:59_${newId()}` }, 'After is not valid'],
  ['startDate', { startDate: 'soon' }, 'Start date is not valid'],
  ['endDate', { startDate: '2026-02-02', endDate: '2026-02-01' }, 'End date must not be before start date'],
  ['selectedToStatus', { selectedToStatus: '12' }, 'Status to is not valid'],
  ['selectedFromStatus', { selectedFromStatus: 'x' }, 'Status from is not valid'],
  ['searchTerm', { searchTerm: 'x'.repeat(201) }, 'Search term is not valid'],
  ['username', { username: 'x'.repeat(201) }, 'Username is not valid'],
  ['after', { after: '2026-13-45T00:00:00Z_nothing' }, 'After is not valid'],
])('A-120 an invalid %s is rejected', async (field, query, sentence) => {
  const answer = await request(query)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([{ [field]: sentence }])
})

test('A-120 in a small company frequent and rare addresses are found alike', async () => {
  const { foreign: company } = world.companies
  await rows(
    database.db,
    sql`insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, username, search_term, status_from, status_to)
        select gen_random_uuid(), now() - interval '100 days' - n * interval '1 hour', ${company}, ${world.brands.foreign}, 'domain', gen_random_uuid(),
          'upload', 'stranger', case when n <= 130 then 'https://often' else 'https://rare' end || n || '.example', '', '33'
        from generate_series(1, 160) n`,
  )
  const all = { startDate: daysAfter(now, -200), endDate: now, perPage: '20000' }
  for (const [searchTerm, count] of [
    ['//often', 130],
    ['//rare', 30],
    ['//often130.', 1],
  ] as const) {
    const inCompany = await found({ ...all, company, searchTerm })
    expect(inCompany).toMatchObject({ totalDocs: count, totalIsExact: true })
    expect(inCompany.docs).toEqual((await found({ ...all, searchTerm })).docs)
  }
})

test('A-120 only the Admin reads the log', async () => {
  for (const who of ['client', 'analyst'])
    for (const call of ['searchLogRecord', 'download-xls', `finding/${findingId}`])
      expect((await request({}, who, call)).statusCode, `${who} ${call}`).toBe(403)
})

describe('the log as a file', () => {
  const params = { startDate: daysAfter(now, -4) }
  const time = (ago: number) => `${daysAfter(now, -ago).split('-').reverse().join('/')} 12:00:00 pm`
  test('A-120 CSV has the filters of the search, and a cell that looks like a formula stays a text', async () => {
    const answer = await request({ ...params, type: 'csv' }, 'admin', 'download-xls')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="log.csv"')
    expect(answer.rawPayload.toString('utf8').replace('\uFEFF', '').trimEnd().split('\n')).toEqual([
      'Sr.,Company,Brand,Platform,Module,Username,URL/Domain,Date & Time,From Status,To Status',
      `1,Acme Child,Acme Junior,E-commerce,dashboard,childclient,'=cmd(),${time(2)},Purchase in progress,Purchase Incomplete – Seller non-responsive`,
      `2,Zenith,Zenith One,Domain,dashboard,stranger,Foreign_shop.example,${time(3)},Awaiting Approval,Approved`,
      `3,Acme,Acme One,E-commerce,dashboard,client,second,${time(4)},Awaiting Approval,Approved`,
    ])
  })
  test('A-120 Excel has the same lines; without rows only the header', async () => {
    const book = new Workbook()
    await book.xlsx.load((await request({ ...params, platform: 'domain' }, 'admin', 'download-xls')).rawPayload)
    const sheet = book.worksheets[0]!
    expect(sheet.rowCount).toBe(2)
    expect(sheet.getCell('G2').value).toBe('Foreign_shop.example')
    const none = await request({ username: 'nobody', type: 'csv' }, 'admin', 'download-xls')
    expect(none.rawPayload.toString('utf8').trimEnd().split('\n')).toHaveLength(1)
  })
})

test('A-038 a line opens the finding in its present state with all its changes; a deleted finding keeps its changes', async () => {
  const open = () => request({}, 'admin', `finding/${findingId}`)
  const answer = (await open()).json()
  expect(answer.finding).toMatchObject({ id: findingId, status: '22', url: 'https://shop.example/known' })
  expect(answer.changes.map((change: LogRecord) => [change.statusFrom, change.statusTo])).toEqual([
    ['33', '22'],
    ['', '33'],
  ])
  expect((await request({}, 'admin', `finding/${newId()}`)).statusCode).toBe(404)
  await rows(database.db, sql`update findings set deleted_at = now() where id = ${findingId}`)
  expect((await open()).json()).toMatchObject({ finding: null, changes: [{ statusTo: '22' }, { statusTo: '33' }] })
})
