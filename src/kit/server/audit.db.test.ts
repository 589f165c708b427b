import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogPartitions, logDataChange, logMoves } from './audit.ts'
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

test('rows that were written while their month had no partition are moved into it', async () => {
  await rows(
    database.db,
    sql`create function part_of(log text, month text) returns bigint language plpgsql as $$
    declare n bigint; begin execute format('select count(*) from %s_%s', log, month) into n; return n; end $$`,
  )
  await rows(
    database.db,
    sql`insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, username, search_term, status_from, status_to)
      select gen_random_uuid(), at, gen_random_uuid(), gen_random_uuid(), 'domain', gen_random_uuid(), 'upload', 'late', 'late.test', '', '33'
      from unnest(array['2019-02-03', '2019-02-28 23:59:59+00', '2019-04-01 00:00+00']::timestamptz[]) at`,
  )
  await rows(
    database.db,
    sql`insert into data_log (id, at, type, model, total_affected) values (gen_random_uuid(), '2019-02-03', 'add', 'Late', 1)`,
  )
  const noted = sql`select count(*) as n from status_log_new where username = 'late'`
  const before = await row(database.db, noted)
  await createLogPartitions(database.db)
  expect(
    await row(
      database.db,
      sql`select part_of('status_log', '2019_02') as february, part_of('status_log', '2019_04') as april,
        part_of('data_log', '2019_02') as data, part_of('status_log', 'rest') as rest, part_of('data_log', 'rest') as data_rest`,
    ),
  ).toEqual({ february: 2, april: 1, data: 1, rest: 0, data_rest: 0 })
  expect(await row(database.db, sql`select count(*) as n from status_log where username = 'late'`)).toEqual({ n: 3 })
  expect(await row(database.db, noted)).toEqual(before)
  for (const table of ['status_log_rest', 'status_log_2019_02', 'data_log_2019_02'])
    await expect(rows(database.db, sql`delete from ${sql.table(table)}`)).rejects.toThrow('The log cannot be altered')
})

test('processes that start together make the partitions once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => rows(database.db, sql`select make_log_parts(9)`)))
  expect(await partitionCount()).toBeGreaterThan(9)
})

test('the log cannot be altered, whatever role the connection has', async () => {
  await expect(rows(database.db, sql`delete from status_log`)).rejects.toThrow('The log cannot be altered')
  await expect(rows(database.db, sql`update data_log set model = 'x'`)).rejects.toThrow('The log cannot be altered')
})

test('ids generated for many rows at once are version 7, of the current time, and numbered without a gap', async () => {
  const moves = sql`(select gen_random_uuid() as company_id, gen_random_uuid() as brand_id, 'domain' as platform,
    gen_random_uuid() as finding_id, 'a.test' as search_term, '33' as status_from, '22' as status_to, now() as at
    from generate_series(1, 10000))`
  const log = logMoves({ userId: null, username: 'somebody' }, 'bulk-approve', moves)
  const made = await rows<{ id: string }>(database.db, sql`${log} returning id`)
  const again = await rows<{ id: string }>(database.db, sql`${log} returning id`)
  const ids = [...made, ...again].map((one) => one.id)
  expect(new Set(ids).size).toBe(20_000)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([])
  // The counter of a row stands in twelve bits after the version and twelve after the variant.
  const numbers = made
    .map(({ id }) => id)
    .sort()
    .map((id) => Number.parseInt(id.slice(15, 18) + id.slice(20, 23), 16))
  expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, n) => n + 1))
  const moment = Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16)
  expect(Math.abs(Date.now() - moment)).toBeLessThan(60_000)
})

test('A-061 lines of the data log have ids of version 7 in the order in which they were written, also within a millisecond', async () => {
  const subjects = Array.from({ length: 200 }, (_, n) => `line ${n}`)
  for (const subject of subjects)
    await logDataChange(database.db, { userId: null }, { type: 'update', model: 'Company', total: 1, subject })
  const lines = await rows<{ id: string; subject: string }>(
    database.db,
    sql`select id, subject from data_log where subject like 'line %' order by id`,
  )
  expect(lines.map(({ subject }) => subject)).toEqual(subjects)
  for (const { id } of lines)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Math.abs(Date.now() - Number.parseInt(lines[0]!.id.replaceAll('-', '').slice(0, 12), 16))).toBeLessThan(60_000)
})
