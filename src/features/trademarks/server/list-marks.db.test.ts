import { Workbook } from '@cj-tech-master/excelts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
const tokens: Record<string, string> = {}
let first: string, second: string, foreign: string, gone: string

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  for (const [name, id] of Object.entries(world.people)) tokens[name] = await signInAs(database.db, id)
  const { parent, foreign: stranger } = world.companies
  first = await mark(parent, world.brands.own, {
    name: 'Acme',
    date: '2024-01-10',
    status: 'Verified',
    notifications: 7,
  })
  second = await mark(parent, world.brands.own, { name: '=Acme Two', date: '2024-01-20' })
  foreign = await mark(stranger, world.brands.foreign, { date: '2024-01-15' })
  gone = await mark(parent, world.brands.own, { date: '2024-01-15', deleted: true })
  for (const [domain, date] of [
    ['acme.app', '2024-02-01'],
    ['acme.shop', '2024-02-03'],
  ])
    await rows(
      database.db,
      sql`insert into trademark_notifications (id, trademark_id, domain, date) values (${newId()}, ${second}, ${domain}, ${date})`,
    )
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

type MarkInput = { name?: string; date: string; status?: string; notifications?: number; deleted?: boolean }
async function mark(companyId: string, brandId: string, input: MarkInput): Promise<string> {
  const id = newId()
  await rows(
    database.db,
    sql`insert into trademarks (id, company_id, brand_id, mark_name, mark_type, status, reporting_date, start_date,
        expiry_date, sunrise_flag, notifications, deleted_at)
      values (${id}, ${companyId}, ${brandId}, ${input.name ?? 'Mark'}, 'Court Validated', ${input.status ?? 'New'}, ${input.date},
        '2023-01-01', '2027-01-01', 'Yes', ${input.notifications ?? 0}, ${input.deleted ? '2024-03-01' : null})`,
  )
  return id
}
const get = (path: string, query: Record<string, string>, who = 'client') =>
  testApp.server.inject({
    url: `/api/${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${tokens[who]!}` },
  })
const january = { startDate: '2024-01-01', endDate: '2024-01-31' }
const idsOf = async (query: Record<string, string>, who?: string) =>
  (await get('tmch', query, who)).json().docs.map((doc: { id: string }) => doc.id)

describe('marks of the trademark clearinghouse', () => {
  test('C-282 C-158 A-057 a page of the caller’s own marks with their notifications', async () => {
    const answer = (await get('tmch', { ...january, page: '1', dropdownCount: '1', module: 'tmch' })).json()
    expect(answer).toMatchObject({ totalDocs: 2, totalPages: 2, nextPage: 2, prevPage: null, pagingCounter: 1 })
    expect(answer.docs).toEqual([
      {
        id: second,
        _id: second,
        company: { id: world.companies.parent, _id: world.companies.parent, name: 'Acme' },
        brand: { id: world.brands.own, _id: world.brands.own, brandName: 'Acme One' },
        markName: '=Acme Two',
        markType: 'Court Validated',
        status: 'New',
        reportingDate: '2024-01-20',
        startDate: '2023-01-01',
        expiryDate: '2027-01-01',
        sunriseFlag: 'Yes',
        notifications: 2,
        notificationData: [
          { id: expect.any(String), _id: expect.any(String), domain: 'acme.shop', date: '2024-02-03' },
          { id: expect.any(String), _id: expect.any(String), domain: 'acme.app', date: '2024-02-01' },
        ],
        smdId: null,
        isRevocationKnown: null,
        signedMarks: [],
        labels: [],
        claimedLabels: [],
        revokedAt: null,
        version: 1,
      },
    ])
    const [typed] = (await get('tmch', { ...january, status: 'Verified' })).json().docs
    expect(typed).toMatchObject({ id: first, notifications: 7, notificationData: [] })
  })
  test('A-114 the Admin lists all of them without dates; other companies, Analysts and deleted marks are excluded', async () => {
    const all = await idsOf({ page: '1', perPage: '10' }, 'admin')
    // The newest record first, whatever its reporting date.
    expect(all).toEqual([first, second, foreign].toSorted().toReversed())
    expect(all).not.toContain(gone)
    expect(await idsOf(january, 'foreignClient')).toEqual([foreign])
    expect((await get('tmch', january, 'analyst')).statusCode).toBe(403)
    expect((await get('tmch', { ...january, brand: world.brands.foreign })).statusCode).toBe(403)
    expect(await idsOf({})).toEqual([])
  })
  test('filters and sorting', async () => {
    expect(await idsOf({ ...january, markName: 'ACME T' })).toEqual([second])
    expect(await idsOf({ ...january, reportingDate: '10/01/2024' })).toEqual([first])
    expect(await idsOf({ ...january, markType: 'Court Validated,Statute or Treaty', status: 'New' })).toEqual([second])
    expect(await idsOf({ ...january, sortBy: 'reportingDate', sortOrder: 'asc' })).toEqual([first, second])
  })
})

test('C-301 the download carries the same marks, named tmch, as Excel or CSV', async () => {
  const csv = await get('tmch/download-xls', { ...january, type: 'csv', module: 'tmch' })
  expect(csv.headers['content-disposition']).toBe('attachment; filename="tmch.csv"')
  expect(csv.rawPayload.toString('utf8').replace('\uFEFF', '')).toBe(
    [
      'SN,Mark Name,Mark Type,Status,Reporting Date,Start Date,Expiry Date,Sunrise Flag,Notifications,Status Remark',
      "1,'=Acme Two,Court Validated,New,20/01/2024,01/01/2023,01/01/2027,Yes,2,",
      '2,Acme,Court Validated,Verified,10/01/2024,01/01/2023,01/01/2027,Yes,7,',
      '',
    ].join('\n'),
  )
  const excel = await get('tmch/download-xls', january)
  expect(excel.headers['content-disposition']).toBe('attachment; filename="tmch.xlsx"')
  const book = new Workbook()
  await book.xlsx.load(excel.rawPayload)
  expect(book.worksheets[0]!.getCell('B2').value).toBe('=Acme Two')
  expect((await get('tmch/download-xls', january, 'analyst')).statusCode).toBe(403)
})

test('the download says of signed marks that their revocation is not known, or that they were revoked', async () => {
  for (const [name, smdId, known] of [
    ['Open', '7-1', false],
    ['Compared', '7-2', true],
    ['Revoked', '7-3', false],
  ] as const) {
    const id = await mark(world.companies.parent, world.brands.own, { name, date: '2023-05-01', status: 'Verified' })
    await rows(
      database.db,
      sql`update trademarks set smd_id = ${smdId}, is_revocation_known = ${known} where id = ${id}`,
    )
  }
  await rows(database.db, sql`insert into revoked_marks (smd_id, revoked_at) values ('7-3', '2023-06-01T23:30:00Z')`)
  const may = { startDate: '2023-05-01', endDate: '2023-05-31', module: 'tmch' }
  const csv = await get('tmch/download-xls', { ...may, type: 'csv' })
  const lines = csv.rawPayload.toString('utf8').trim().split('\n').slice(1)
  expect(
    lines
      .map((line) => line.split(','))
      .map((cells) => [cells[1], cells[3], cells[9]])
      .toSorted(),
  ).toEqual([
    ['Compared', 'Verified', ''],
    ['Open', 'Verified', 'Revocation not known'],
    ['Revoked', 'Verified', 'Signed mark revoked on 01/06/2023'],
  ])
})
