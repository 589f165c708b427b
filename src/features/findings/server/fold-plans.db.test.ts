import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const pending = 100_000
/** Each function, the table it empties, and rows for it. */
const folds: [fold: string, table: string, insert: string][] = [
  [
    'fold_values',
    'value_delta',
    `insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select md5('c')::uuid, 'seller', date '2026-11-01' + i % 20, md5((i % 40)::text)::uuid, 'seller ' || i % 30000, 1
    from generate_series(1, ${pending}) i`,
  ],
  [
    'fold_sellers',
    'seller_delta',
    `insert into seller_delta (seller, site, company_id, n)
    select 'seller ' || i % 30000, 'site' || i % 3, md5('c')::uuid, 1 from generate_series(1, ${pending}) i`,
  ],
  [
    'fold_counters',
    'counter_delta',
    `insert into counter_delta (company_id, platform, reporting_date, brand_id, status, priority, n)
    select md5('c')::uuid, 'website', date '2026-11-01' + i % 20, md5((i % 40)::text)::uuid, '33', 'High', 1
    from generate_series(1, ${pending}) i`,
  ],
]

test.each(folds)(
  '%s stays fast on a connection that folded empty tables before',
  async (fold, table, insert) => {
    const client = await database.pool.connect()
    try {
      await client.query("set statement_timeout = '15s'")
      // As autovacuum leaves a table that is mostly empty.
      await client.query(`vacuum analyze ${table}`)
      // From the sixth call on PL/pgSQL may keep a plan; here it would be one for an empty table.
      for (let call = 0; call < 12; call++) await client.query(`select ${fold}()`)
      await client.query(insert)
      let left = pending
      while (left > 0) {
        const { rows } = await client.query<{ n: number }>(`select ${fold}(20000) as n`)
        expect(rows[0]!.n).toBe(20_000)
        left -= rows[0]!.n
      }
    } finally {
      client.release(true)
    }
  },
  120_000,
)
