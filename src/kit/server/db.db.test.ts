import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, onPool, openPool, openPreparedPool, preparedRows, row, rows, sql } from './db.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const query = (text: string) => sql`select ${text}::text as value, current_setting('plan_cache_mode') as plans`

test('a prepared statement is planned once on its connection, whatever the values; others are planned for their values', async () => {
  const preparedPool = openPreparedPool(database.url, { size: 1 })
  const db = onPool(openPool(database.url, { size: 1 }), preparedPool)
  try {
    for (const text of ['a', 'b'])
      expect(await preparedRows(db, query(text))).toEqual([{ value: text, plans: 'force_generic_plan' }])
    expect(await row(db, query('c'))).toEqual({ value: 'c', plans: 'auto' })
    const found = await preparedPool.query('select generic_plans::int, custom_plans::int from pg_prepared_statements')
    expect(found.rows).toEqual([{ generic_plans: 2, custom_plans: 0 }])
  } finally {
    await db.destroy()
  }
})

test('without a pool for prepared statements no statement has a name', async () => {
  const pool = openPool(database.url, { size: 1 })
  const db = onPool(pool)
  try {
    expect(await preparedRows(db, query('a'))).toEqual([{ value: 'a', plans: 'auto' }])
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
  } finally {
    await db.destroy()
  }
})

test('in a transaction a frequent statement sees what the transaction wrote', async () => {
  const pool = openPool(database.url, { size: 1 })
  const db = onPool(pool, openPreparedPool(database.url, { size: 1 }))
  try {
    await inTransaction(pool, async (tx) => {
      await rows(tx.db, sql`create temporary table written on commit drop as select 1 as n`)
      expect(await preparedRows(tx.db, sql`select n from written`)).toEqual([{ n: 1 }])
    })
  } finally {
    await db.destroy()
  }
})

test('statements are planned and parsed alike, whatever the database configuration', async () => {
  const odd = await testDatabase()
  await odd.pool.query(`do $$ begin
    execute format('alter database %I set jit = on', current_database());
    execute format('alter database %I set random_page_cost = 4', current_database());
    execute format('alter database %I set timezone = %L', current_database(), 'Asia/Kolkata');
    execute format('alter database %I set datestyle = %L', current_database(), 'German, DMY');
    execute format('alter database %I set default_transaction_isolation = %L', current_database(), 'serializable');
    execute format('alter database %I set standard_conforming_strings = off', current_database());
    execute format('alter database %I set bytea_output = escape', current_database());
    execute format('alter database %I set extra_float_digits = 0', current_database());
    execute format('alter database %I set intervalstyle = sql_standard', current_database());
    execute format('alter database %I set idle_session_timeout = ''10s''', current_database());
    execute format('alter database %I set array_nulls = off', current_database());
    execute format('alter database %I set transform_null_equals = on', current_database());
    execute format('alter database %I set quote_all_identifiers = on', current_database());
    execute format('alter database %I set default_transaction_deferrable = on', current_database());
    execute format('alter database %I set join_collapse_limit = 1', current_database());
    execute format('alter database %I set plan_cache_mode = force_custom_plan', current_database());
    if current_setting('transaction_timeout', true) is not null then
      execute format('alter database %I set transaction_timeout = ''1s''', current_database());
    end if;
  end $$`)
  for (const pool of [openPool(odd.url, { size: 1 }), openPreparedPool(odd.url, { size: 1 })]) {
    const found = await pool.query(`select current_setting('jit') as jit, current_setting('random_page_cost') as costs,
      timestamptz '2026-03-04T05:06:07Z' as at, (timestamptz '2026-03-04T23:06:07Z')::date as day,
      current_setting('transaction_isolation') as isolation, 'a b' ~ '\\s' as pattern, '\\x00ff'::bytea::text as bytes,
      (0.1::float8 + 0.2::float8)::text as digits, interval '-1 day 2 hours'::text as span, current_setting('idle_session_timeout') as idle,
      ('{NULL}'::text[])[1] is null as nulls, (null = null) is null as unknown, quote_ident('plain') as name,
      current_setting('transaction_deferrable') as waits, current_setting('join_collapse_limit') as joins,
      coalesce(current_setting('transaction_timeout', true), '0') as whole`)
    expect(found.rows).toEqual([
      {
        jit: 'off',
        costs: '1.1',
        at: '2026-03-04T05:06:07.000Z',
        day: '2026-03-04',
        isolation: 'read committed',
        pattern: true,
        bytes: '\\x00ff',
        digits: '0.30000000000000004',
        span: '-1 days +02:00:00',
        idle: '0',
        nulls: true,
        unknown: true,
        name: 'plain',
        waits: 'off',
        joins: '8',
        whole: '0',
      },
    ])
    await pool.end()
  }
  await odd.drop()
})
