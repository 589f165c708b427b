import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { openPool } from '#kit/server/db.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { openCounterFolding } from './counters.ts'

let database: TestDatabase
let world: TestWorld
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
})
beforeEach(async () => {
  await database.pool.query('truncate counter_delta, seller_delta, value_delta, counter_value, counter_value_day')
  await database.pool.query('update counter_folds set most = 100000')
})
afterAll(() => database.drop())

const value = async (statement: string, values: unknown[] = []): Promise<number> =>
  Number(Object.values((await database.pool.query<Record<string, unknown>>(statement, values)).rows[0]!)[0])
const pendingOf = (table: string) => value(`select count(*) from ${table}`)

/** Makes `count` pending changes of values, as uploads leave them. */
const addPending = (count: number) =>
  database.pool.query(
    `insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
      select $1, 'seller', date '2026-11-01' + i % 20, $2, 'seller ' || i % 300, 1 from generate_series(1, $3::int) i`,
    [world.companies.parent, world.brands.own, count],
  )

test('a fold that waits for a lock gives up in its time, the others go on, and the next one takes half as much', async () => {
  await addPending(20_000)
  await database.pool.query('insert into seller_delta (seller, site, company_id, n) values ($1, $1, $2, 1)', [
    'one',
    world.companies.parent,
  ])
  const fold = openCounterFolding(database.pool, { rows: 20_000, milliseconds: 30_000 })
  expect(await fold()).toBe(20_001)
  await addPending(20_000)
  await database.pool.query('insert into seller_delta (seller, site, company_id, n) values ($1, $1, $2, 1)', [
    'two',
    world.companies.parent,
  ])
  const holder = await database.pool.connect()
  const hasty = openCounterFolding(database.pool, { rows: 20_000, milliseconds: 500 })
  try {
    await holder.query('begin')
    await holder.query("select from counter_value where value = 'seller 7' for update")
    await expect(hasty()).rejects.toThrow('fold_values did not fold 20000 rows within 500 ms')
    expect([await pendingOf('value_delta'), await pendingOf('seller_delta')]).toEqual([20_000, 0])
    await expect(hasty()).rejects.toThrow('fold_values did not fold 10000 rows within 500 ms')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  // As the worker does, which logs it and comes back; on a slow machine half a second may be short once more.
  await expect.poll(() => hasty().catch(() => 1), { timeout: 60_000 }).toBe(0)
  expect(await value("select sum(n) from counter_value where month = '-infinity'")).toBe(40_000)
})

/** Adds findings as an upload does, in a statement for the findings and one for what they say. */
async function upload(count: number, mark: number): Promise<void> {
  await database.pool.query(
    `with added as (
      insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key)
      select $1, gen_random_uuid(), $2, 'e-commerce', date '2026-11-01' + i % 20, '33', 'High', gen_random_uuid()
      from generate_series(1, $3::int) i returning company_id, id)
    select count(*) from added`,
    [world.companies.parent, world.brands.own, count],
  )
  await database.pool.query(
    `insert into findings_e_commerce (company_id, finding_id, url, site, username)
      select company_id, id, 'https://shop.example/' || id, 'shop' || (n % 7), 'seller ' || $1 || ' ' || n
      from (select company_id, id, row_number() over () as n from findings f where platform = 'e-commerce' and not exists
        (select from findings_e_commerce d where d.company_id = f.company_id and d.finding_id = f.id)) f`,
    [mark],
  )
}

test('without a worker what is pending stays bounded, and nothing is lost', async () => {
  await database.pool.query('update counter_folds set most = 1000')
  for (let mark = 1; mark <= 6; mark++) {
    await upload(400, mark)
    for (const table of ['counter_delta', 'seller_delta', 'value_delta'])
      expect(await pendingOf(table), `${table} after upload ${mark}`).toBeLessThanOrEqual(1000)
  }
  // Each finding has a seller of its own, so that two of the tables passed their bound.
  const sums = (kind: string) =>
    value(
      `select (select coalesce(sum(n), 0) from counter_value where kind = $1 and month = '-infinity')
        + (select coalesce(sum(n), 0) from value_delta where kind = $1)`,
      [kind],
    )
  expect([await sums('seller'), await sums('site')]).toEqual([2400, 2400])
  const sellers = 'select (select sum(n) from seller_counts) + (select coalesce(sum(n), 0) from seller_delta)'
  expect(await value(sellers)).toBe(
    2400 + (await value("select sum(n) from seller_counts where seller in ('one', 'two')")),
  )
})

test('who writes while a counter is locked is not refused, and does not wait for it', async () => {
  await addPending(1)
  await openCounterFolding(database.pool)()
  await database.pool.query('update counter_folds set most = 1000')
  await addPending(1200)
  const holder = await database.pool.connect()
  const pool = openPool(database.url, { size: 1, limits: { statement: 20, lock: 20, idle: 20 } })
  try {
    await holder.query('begin')
    await holder.query("select from counter_value where value = 'seller 1' for update")
    await pool.query("update findings set status = '22' where id = (select id from findings limit 1)")
    expect(await pendingOf('value_delta')).toBe(1200)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await pool.query("update findings set status = '33' where status = '22'")
  expect(await pendingOf('value_delta')).toBe(900)
  await pool.end()
})
