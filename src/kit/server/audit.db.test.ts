import { afterAll, beforeAll, expect, test } from 'vitest'
import { logMoves, createLogPartitions } from './audit.ts'
import { row, rows, sql } from './db.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const partitionCount = async () =>
  (
    await rows<{ name: string }>(
      database.db,
      sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'status_log'::regclass`,
    )
  ).length

test('the log has partitions for this month and the next three, and creating them again changes nothing', async () => {
  const before = await partitionCount()
  await rows(database.db, sql`select make_log_parts(5)`)
  expect(await partitionCount()).toBe(before + 2)
  await createLogPartitions(database.db)
  expect(await partitionCount()).toBe(before + 2)
})

const ends = async (log: string) =>
  (
    await rows<{ ends: string[] }>(
      database.db,
      sql`select regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM [(]''(.*)''[)] TO [(]''(.*)''[)]') as ends
        from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = ${log}::regclass`,
    )
  ).flatMap((part) => (part.ends ? [part.ends] : []))

test('log months are UTC months; a partition created in another time zone stays, and its neighbours end where it begins', async () => {
  for (const [from, to] of await ends('status_log')) {
    expect(from).toMatch(/-01 00:00:00\+00$/)
    expect(to).toMatch(/-01 00:00:00\+00$/)
  }
  await rows(database.db, sql`create table zoned (at timestamptz, id int) partition by range (at)`)
  await rows(database.db, sql`create table zoned_rest partition of zoned default`)
  const india = sql.raw("from ('2025-04-01 00:00+05:30') to ('2025-05-01 00:00+05:30')")
  await rows(database.db, sql`create table zoned_2025_04 partition of zoned for values ${india}`)
  const california = sql.raw("from ('2025-07-01 00:00-07') to ('2025-08-01 00:00-07')")
  await rows(database.db, sql`create table zoned_2025_07 partition of zoned for values ${california}`)
  const client = await database.pool.connect()
  await client.query("set timezone = 'America/Los_Angeles'")
  for (const month of [3, 4, 5, 6, 7, 8]) await client.query(`select make_log_part('zoned', '2025-0${month}-01')`)
  client.release(true)
  expect((await ends('zoned')).sort()).toEqual([
    ['2025-03-01 00:00:00+00', '2025-03-31 18:30:00+00'],
    ['2025-03-31 18:30:00+00', '2025-04-30 18:30:00+00'],
    ['2025-05-01 00:00:00+00', '2025-06-01 00:00:00+00'],
    ['2025-06-01 00:00:00+00', '2025-07-01 00:00:00+00'],
    ['2025-07-01 07:00:00+00', '2025-08-01 07:00:00+00'],
    ['2025-08-01 07:00:00+00', '2025-09-01 00:00:00+00'],
  ])
})

test('the log cannot be altered, whatever role the connection has', async () => {
  await expect(rows(database.db, sql`delete from status_log`)).rejects.toThrow('The log cannot be altered')
  await expect(rows(database.db, sql`update data_log set model = 'x'`)).rejects.toThrow('The log cannot be altered')
  expect(await row(database.db, sql`select count(*) as n from status_log`)).toEqual({ n: 0 })
})

test('ids generated for many rows at once are version 7, of the current time, and ascending', async () => {
  const moves = sql`(select gen_random_uuid() as company_id, gen_random_uuid() as brand_id, 'domain' as platform,
    gen_random_uuid() as finding_id, 'a.test' as search_term, '33' as status_from, '22' as status_to from generate_series(1, 10000))`
  const log = logMoves({ userId: null, username: 'somebody' }, 'bulk-approve', moves)
  const made = await rows<{ id: string }>(database.db, sql`${log} returning id`)
  const again = await rows<{ id: string }>(database.db, sql`${log} returning id`)
  const ids = [...made, ...again].map((one) => one.id)
  expect(new Set(ids).size).toBe(20_000)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([])
  expect(made.map((one) => one.id)).toEqual(made.map((one) => one.id).sort())
  const moment = Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16)
  expect(Math.abs(Date.now() - moment)).toBeLessThan(60_000)
})
