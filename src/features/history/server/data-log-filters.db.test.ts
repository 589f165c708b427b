import { parse } from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import type { DataRecord } from '#features/history/contract.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'

const { at, request, errorsOf } = setUpAdminTests()
const recordId = newId()
const changes = [
  { field: 'Blocked', before: 'No', after: 'Yes' },
  { field: 'Phone', before: '', after: '=1+1' },
]
const found = async (query: Record<string, string>, who?: string) => {
  const answer = await request('GET', `/data-log?${new URLSearchParams(query).toString()}`, undefined, who)
  expect(answer.statusCode, answer.body).toBe(200)
  const { docs, totalDocs } = answer.json<{ docs: DataRecord[]; totalDocs: number }>()
  expect(totalDocs).toBe(docs.length)
  return docs.map(({ subject }) => subject)
}

beforeAll(async () => {
  const { people, companies } = at.world
  await rows(
    at.database.db,
    sql`update users set first_name = 'Kiran', last_name = 'Desai' where id = ${people.analyst}`,
  )
  const line = (when: string, more: object) => ({
    at: when,
    type: 'update',
    model: 'Brand',
    user_id: people.admin,
    company_id: null,
    subject: null,
    record_id: null,
    changes: null,
    ...more,
  })
  const lines = [
    // The days of the business zone end at 18:30 UTC.
    line('2026-03-01T18:29:59Z', { subject: 'Last of the 1st', user_id: people.analyst, changes }),
    line('2026-03-01T18:30:00Z', { subject: 'First of the 2nd', company_id: companies.parent }),
    line('2026-03-03T00:00:00Z', { subject: '100%_Lumen', model: 'User', type: 'delete', record_id: recordId }),
    line('2026-03-04T00:00:00Z', { user_id: null }),
  ]
  await rows(
    at.database.db,
    sql`insert into data_log (id, at, user_id, type, model, total_affected, company_id, subject, record_id, changes)
      select gen_random_uuid(), at, user_id, type, model, 1, company_id, subject, record_id, changes
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (at timestamptz, user_id uuid, type text, model text,
        company_id uuid, subject text, record_id uuid, changes jsonb)`,
  )
})

test('A-119 the data log is filtered by type, person, company, model, days and subject', async () => {
  const all = ['', '100%_Lumen', 'First of the 2nd', 'Last of the 1st']
  expect(await found({})).toEqual(all)
  expect(
    await found({ type: '', person: '', company: '', model: '', startDate: '', endDate: '', subject: '' }),
  ).toEqual(all)
  expect(await found({ person: 'kiran DES' })).toEqual(['Last of the 1st'])
  expect(await found({ person: 'ADMIN' })).toEqual(['100%_Lumen', 'First of the 2nd'])
  expect(await found({ person: 'nobody' })).toEqual([])
  expect(await found({ company: at.world.companies.parent })).toEqual(['First of the 2nd'])
  expect(await found({ model: 'User', type: 'delete' })).toEqual(['100%_Lumen'])
  expect(await found({ startDate: '2026-03-02', endDate: '02/03/2026' })).toEqual(['First of the 2nd'])
  expect(await found({ endDate: '2026-03-01' })).toEqual(['Last of the 1st'])
  expect(await found({ subject: '%_lumen' })).toEqual(['100%_Lumen'])
  expect(await found({ subject: recordId })).toEqual(['100%_Lumen'])
  expect(await found({ subject: '__' })).toEqual([])
})

test('a wrong filter is refused with its field, and lines from before have no subject', async () => {
  const refused = async (query: string) => errorsOf(await request('GET', `/data-log?${query}`))
  expect(await refused('startDate=x')).toEqual({ startDate: 'Start date is not valid' })
  expect(await refused('startDate=2026-03-02&endDate=2026-03-01')).toEqual({
    endDate: 'End date must not be before start date',
  })
  expect(await refused('company=x')).toHaveProperty('company')
  const { docs } = (await request('GET', '/data-log?perPage=1')).json<{ docs: DataRecord[] }>()
  expect(docs).toMatchObject([{ subject: '', recordId: null, changes: [], company: '' }])
})

test('A-005 nobody but the Admin reads the data log, with or without filters', async () => {
  for (const who of ['client', 'analyst'])
    for (const query of ['', '?person=a', '?subject=a'])
      expect((await request('GET', `/data-log${query}`, undefined, who)).statusCode).toBe(403)
})

test('A-119 the lines that the filters match are taken out as a file, each with the fields that changed', async () => {
  const file = async (query: Record<string, string>) => {
    const url = `/data-log/download-changes?${new URLSearchParams({ format: 'csv', ...query }).toString()}`
    const answer = await request('GET', url)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="data-log.csv"')
    return parse<string[]>(answer.body.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
  }
  const [heads, ...lines] = await file({ person: 'kiran DES' })
  expect(heads!.slice(0, 6)).toEqual(['Sr.', 'Date & Time', 'Name', 'Username', 'Action', 'Kind of record'])
  expect(lines).toEqual([
    [
      '1',
      '01/03/2026 11:59:59 pm',
      'Kiran Desai',
      'analyst',
      'Updated',
      'Brand',
      '1',
      '',
      'Last of the 1st',
      '',
      'Blocked: No → Yes\nPhone: – → =1+1',
    ],
  ])
  expect((await file({ type: 'delete', model: 'User' })).slice(1).map((cells) => cells[8])).toEqual(['100%_Lumen'])
  expect(await found({ type: 'export', model: 'Log' })).toEqual([
    'data-log.csv, Deleted, User',
    'data-log.csv, kiran DES',
  ])
  const analyst = await request('GET', '/data-log/download-changes', undefined, 'analyst')
  expect(analyst.statusCode).toBe(403)
})
