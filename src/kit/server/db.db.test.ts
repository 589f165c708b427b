import { afterAll, beforeAll, expect, test } from 'vitest'
import { kept, onPool, openKeepingPool, openPool, row, sql } from './db.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const asked = (text: string) => sql`select ${text}::text as said, current_setting('plan_cache_mode') as plans`

test('a kept statement is planned once on its connection, whatever the values; the others are planned for theirs', async () => {
  const keeping = openKeepingPool(database.url, 1)
  const db = onPool(openPool(database.url, 1), keeping)
  try {
    for (const text of ['a', 'b'])
      expect(await row(db, kept(asked(text)))).toEqual({ said: text, plans: 'force_generic_plan' })
    expect(await row(db, asked('c'))).toEqual({ said: 'c', plans: 'auto' })
    const found = await keeping.query('select generic_plans::int, custom_plans::int from pg_prepared_statements')
    expect(found.rows).toEqual([{ generic_plans: 2, custom_plans: 0 }])
  } finally {
    await db.destroy()
  }
})

test('without a pool that keeps plans no statement has a name, as poolers in transaction mode need it', async () => {
  const pool = openPool(database.url, 1)
  const db = onPool(pool)
  try {
    expect(await row(db, kept(asked('a')))).toEqual({ said: 'a', plans: 'auto' })
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
  } finally {
    await db.destroy()
  }
})
