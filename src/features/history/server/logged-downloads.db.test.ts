import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import type { DataRecord } from '#features/history/contract.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { logMoves } from '#kit/server/audit.ts'
import { sql } from '#kit/server/db.ts'
import { loggedRows } from '#kit/server/logged-rows.ts'
import { website } from '#platforms/website.ts'

const { at, request } = setUpAdminTests()

/** The newest line of the data log about an export; undefined while there is none. */
async function newest(): Promise<DataRecord | undefined> {
  return (await request('GET', '/data-log?perPage=1&type=export')).json<{ docs: DataRecord[] }>().docs[0]
}
const add = (given: Record<string, unknown>[]) => {
  const { companies, brands } = at.world
  const of = { companyId: companies.parent, brandId: brands.own, reportingDate: '2024-01-15' }
  return addFindings(
    at.database.db,
    website,
    given.map((one) => ({ ...of, ...one })),
  )
}
async function take(path: string, token?: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await (token ? at.testApp.server.inject({ url: `/api${path}`, headers }) : request('GET', path))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.rawPayload.length
}
const month = 'startDate=2024-01-01&endDate=2024-01-31'

test('G106 whoever takes a list out as a file is in the data log, with the days, filters and number of rows', async () => {
  await add([
    { status: '00', priority: 'High' },
    { status: '33', priority: 'High' },
    { status: '00', priority: 'Low' },
  ])
  const client = await signInAs(at.database.db, at.world.people.client)
  await take(`/website/download-xls?type=csv&${month}&status=00&priority.is=filled`, client)
  expect(await newest()).toMatchObject({
    type: 'export',
    model: 'Website',
    totalAffectedRecords: 2,
    updatedBy: { id: at.world.people.client },
    company: 'Acme',
    subject: 'website.csv, Acme One, 01/01/2024 – 31/01/2024, Status: No Action, Priority: not empty',
    takenOut: null,
  })
  const { parent } = at.world.companies
  await take(`/website/download-xls?type=excel&${month}&clientCompanyId=${parent}&brand=${at.world.brands.own}`)
  expect(await newest()).toMatchObject({
    model: 'Website',
    totalAffectedRecords: 3,
    company: 'Acme',
    subject: 'website.xlsx, Acme One, 01/01/2024 – 31/01/2024',
  })
})

test('G106 a list that is empty, and a template, are no export', async () => {
  const before = await newest()
  await take('/website/download-xls?type=csv&startDate=2020-01-01&endDate=2020-01-31')
  await take('/users/import/template')
  expect(await newest()).toEqual(before)
})

test.each([
  ['/users/export', 'User', 'users.xlsx'],
  ['/brand/export', 'Brand', 'brands.xlsx'],
  ['/company/export', 'Company', 'companies.xlsx'],
])('G106 so is %s', async (path, model, subject) => {
  await take(path)
  expect(await newest()).toMatchObject({ model, subject, type: 'export' })
})

test('G106 so is the log of status changes, with what it was narrowed to', async () => {
  const { companies, brands } = at.world
  const moved = sql`(select ${companies.parent}::uuid as company_id, ${brands.own}::uuid as brand_id, 'domain' as platform,
    gen_random_uuid() as finding_id, 'shop.example' as search_term, '00' as status_from, '33' as status_to, now() as at)`
  await logMoves({ userId: null, username: 'x' }, 'edit', moved).execute(at.database.db)
  await take(`/data-log/download-xls?type=csv&company=${at.world.companies.parent}&platform=domain&selectedToStatus=33`)
  expect(await newest()).toMatchObject({
    model: 'Log',
    company: 'Acme',
    subject: expect.stringMatching(/^log\.csv, \d\d\/.+ – \d\d\/\S+, Domain, to Awaiting Approval$/),
  })
})

test('G106 of a download that its reader gives up, what was sent until then is in the data log', async () => {
  const { db } = at.database
  const actor = { userId: at.world.people.analyst, username: 'analyst' }
  const pages = async function* () {
    for (;;) yield await Promise.resolve([1, 2, 3])
  }
  const rows = loggedRows(db, actor, { model: 'Website', subject: 'website.csv' }, pages())
  await rows.next()
  await rows.next()
  await rows.return(undefined)
  expect(await newest()).toMatchObject({ totalAffectedRecords: 6, subject: 'website.csv (not completed)' })
})
