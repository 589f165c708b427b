import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { periodOf, requestDue } from './request-due.ts'
import { runExports, setUpExportTests } from './testing.ts'

const { at } = setUpActionTests()
const { call, request, filesOf, grants } = setUpExportTests(at)
type Listed = {
  id: string
  rhythm: string
  brand: string
  lastEnd: string | null
  problem: string | null
  isOwn: boolean
}
const schedules = async (who = 'analyst') =>
  (await call('GET', '/queue/schedules', { who })).json<{ docs: Listed[] }>().docs
const exportsNow = () =>
  rows<{ id: string; startDate: string; endDate: string }>(
    at.database.db,
    sql`select id, start_date as "startDate", end_date as "endDate" from exports order by id desc`,
  )
/** As if the repetition had been saved before the findings of these tests. */
const saveEarlier = () => rows(at.database.db, sql`update export_schedules set created_at = '2023-01-01'`)

test('periods are the day, the Monday to Sunday and the month before', () => {
  expect(periodOf('daily', '2026-11-01')).toEqual({ startDate: '2026-10-31', endDate: '2026-10-31' })
  expect(periodOf('weekly', '2026-11-18')).toEqual({ startDate: '2026-11-09', endDate: '2026-11-15' })
  expect(periodOf('monthly', '2026-11-18')).toEqual({ startDate: '2026-10-01', endDate: '2026-10-31' })
})

test('a saved download is requested once for each period that ends, with its choices, as its user', async () => {
  const { app } = at.testApp
  expect((await request({ status: '33', repeat: 'monthly', format: 'csv' })).json()).toMatchObject({
    message: 'The download is queued and will be repeated. You will get emails with the links.',
  })
  await requestDue(app, new Date('2023-06-15T12:00:00Z'))
  expect(await exportsNow(), 'saved after that period').toHaveLength(1)
  await saveEarlier()
  await Promise.all([1, 2, 3].map(() => requestDue(app, new Date('2023-06-15T12:00:00Z'))))
  const [made, ...others] = await exportsNow()
  expect(others).toHaveLength(1)
  expect(made).toMatchObject({ startDate: '2023-05-01', endDate: '2023-05-31' })
  await runExports(app)
  const [file] = await filesOf(made!.id)
  expect(file!.bytes.toString().trim().split('\n')).toHaveLength(3)
  expect(await schedules()).toMatchObject([{ rhythm: 'monthly', brand: 'ALL', lastEnd: '2023-05-31', problem: null }])
})

test('without findings, or when its user may no longer, nothing is requested and the list says why', async () => {
  const { app } = at.testApp
  await requestDue(app, new Date('2023-10-15T12:00:00Z'))
  expect(await schedules()).toMatchObject([{ lastEnd: '2023-09-30', problem: 'No records found!' }])
  await rows(at.database.db, sql`update users set is_blocked = true where id = ${at.world.people.analyst}`)
  await requestDue(app, new Date('2023-11-15T12:00:00Z'))
  await rows(at.database.db, sql`update users set is_blocked = false where id = ${at.world.people.analyst}`)
  expect((await schedules('admin'))[0]!.problem).toBe('The person who requested it no longer has access.')
})

test('a repetition that fails does not stop those behind it, and the job is reported as failed', async () => {
  const { database, testApp, world } = at
  await rows(
    database.db,
    sql`insert into export_schedules (id, user_id, rhythm, company_id, all_brands, platform, format, choices, created_at)
      values (${newId()}, ${world.people.analyst}, 'daily', ${world.companies.parent}, true, 'e-commerce', 'csv',
          '{"seller": 5}', '2023-01-01'),
        (${newId()}, ${world.people.analyst}, 'daily', ${world.companies.parent}, true, 'e-commerce', 'csv', '{}', '2023-01-01')`,
  )
  await expect(requestDue(testApp.app, new Date('2023-05-05T12:00:00Z'))).rejects.toThrow(
    '1 repeating downloads failed',
  )
  expect((await exportsNow())[0]).toMatchObject({ startDate: '2023-05-04', endDate: '2023-05-04' })
  const ends = (await schedules()).filter(({ rhythm }) => rhythm === 'daily').map(({ lastEnd }) => lastEnd)
  expect(ends).toEqual(['2023-05-04', null])
  await rows(database.db, sql`delete from export_schedules where rhythm = 'daily'`)
})

test('a person sees and ends the own repetitions, an Admin all; 20 are enough', async () => {
  expect((await request({ repeat: 'daily' }, 'admin')).statusCode).toBe(200)
  expect(await schedules()).toHaveLength(1)
  const all = await schedules('admin')
  expect(all).toHaveLength(2)
  const ofAdmin = all.find(({ rhythm }) => rhythm === 'daily')!
  expect((await call('DELETE', `/queue/schedules/${ofAdmin.id}`)).statusCode).toBe(403)
  for (const { id } of all)
    expect((await call('DELETE', `/queue/schedules/${id}`, { who: 'admin' })).statusCode).toBe(200)
  expect((await call('DELETE', `/queue/schedules/${ofAdmin.id}`, { who: 'admin' })).statusCode).toBe(404)
  expect(await schedules('admin')).toEqual([])
  await rows(
    at.database.db,
    sql`insert into export_schedules (id, user_id, rhythm, company_id, all_brands, platform, format)
      select gen_random_uuid(), ${at.world.people.analyst}, 'daily', ${at.world.companies.parent}, true, 'website', 'csv'
      from generate_series(1, 20)`,
  )
  const refused = await request({ repeat: 'daily' })
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    429,
    'You already have 20 repeating downloads',
  ])
  expect((await request({ repeat: 'hourly' })).statusCode).toBe(422)
  expect(Object.keys(grants)).toContain('analyst')
})
