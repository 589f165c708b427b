import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '#kit/server/migrate.ts'
import { releasedFile } from '#kit/server/migrate-files.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

describe('migrate', () => {
  let database: TestDatabase
  let folder: string
  const file = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
  const run = () => migrate({ url: database.url, folder })
  const tables = async () =>
    (
      await database.pool.query<{ tablename: string }>(
        "select tablename from pg_tables where schemaname = 'public' and tablename like 'mt_%' order by 1",
      )
    ).rows.map((row) => row.tablename)

  beforeEach(async () => {
    database = await testDatabase()
    await database.pool.query('drop table if exists schema_migrations')
    folder = join(mkdtempSync(join(tmpdir(), 'migrations-')), 'files')
    mkdirSync(folder)
  })
  afterEach(async () => {
    await database.drop()
    rmSync(dirname(folder), { recursive: true })
  })

  test('files are applied once, in name order', async () => {
    file('0002_b.sql', 'insert into mt_a values (7); create table mt_b (x int)')
    file('0001_a.sql', 'create table mt_a (x int)')
    file('notes.txt', 'no sql')
    expect(await run()).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await run()).toEqual([])
    file('0003_c.sql', 'create table mt_c (x int)')
    expect(await run()).toEqual(['0003_c.sql'])
    expect(await tables()).toEqual(['mt_a', 'mt_b', 'mt_c'])
  })

  test('a file takes as long as it needs, whatever limits the server has for the console', async () => {
    file('0001_a.sql', 'select pg_sleep(0.3); create table mt_a (x int)')
    file('0002_b.sql', '-- no transaction\nselect pg_sleep(0.3);\ncreate table mt_b (x int);\n')
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'])
      await database.pool.query(
        `do $$ begin execute format('alter database %I set ${limit} = ''100ms''', current_database()); end $$`,
      )
    expect(await run()).toEqual(['0001_a.sql', '0002_b.sql'])
  })

  test('a database without a schema to create tables in is refused with what to do', async () => {
    file('0001_a.sql', 'create table mt_a (x int)')
    const url = new URL(database.url)
    url.searchParams.set('options', '-c search_path=nowhere')
    await expect(migrate({ url: url.href, folder })).rejects.toThrow(
      /none of the schemas of its search_path \(nowhere\): create one, or set it/,
    )
    expect(await tables()).toEqual([])
  })

  test('a failing file changes nothing and is named in the error', async () => {
    file('0001_a.sql', 'create table mt_a (x int)')
    file('0002_b.sql', 'create table mt_b (x int); select nonsense')
    await expect(run()).rejects.toThrow(/0002_b\.sql.*nonsense/)
    expect(await tables()).toEqual(['mt_a'])
    file('0002_b.sql', 'create table mt_b (x int)')
    expect(await run()).toEqual(['0002_b.sql'])
  })

  test('a changed or missing file is rejected', async () => {
    file('0001_a.sql', 'create table mt_a (x int)')
    file('0002_b.sql', 'create table mt_b (x int)')
    await run()
    file('0001_a.sql', 'create table mt_a (x int) ')
    await expect(run()).rejects.toThrow('0001_a.sql has changed')
    file('0001_a.sql', 'create table mt_a (x int)')
    rmSync(join(folder, '0002_b.sql'))
    await expect(run()).rejects.toThrow('0002_b.sql was applied')
  })

  test('a changed file is named, whichever is looked at first, and a listed earlier version is accepted', async () => {
    file('0001_a.sql', 'create table mt_a (x int)')
    file('0002_b.sql', 'create table mt_b (x int)')
    await run()
    const applied = createHash('sha256').update('create table mt_b (x int)').digest('hex')
    file('0002_b.sql', 'create table mt_b (x bigint)')
    await expect(run()).rejects.toThrow(/^db\/migrations\/0002_b\.sql has changed since it was applied/)
    const list = join(folder, releasedFile)
    try {
      writeFileSync(
        list,
        JSON.stringify({ '0002_b.sql': { sha256: 'now', earlier: [{ sha256: applied, reason: '' }] } }),
      )
      expect(await run()).toEqual([])
    } finally {
      rmSync(list)
    }
  })

  test('it says which file of how many it is at', async () => {
    for (let number = 1; number <= 3; number++) file(`000${number}.sql`, `create table mt_${number} (x int)`)
    const steps: string[] = []
    await migrate({ url: database.url, folder, onProgress: (number, total) => steps.push(`${number} of ${total}`) })
    expect(steps).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  })

  test('two processes that start together apply each file once', async () => {
    for (let number = 1; number <= 5; number++) file(`000${number}.sql`, `create table mt_${number} (x int)`)
    const done = await Promise.all([run(), run(), run()])
    expect(done.flat().sort()).toEqual(['0001.sql', '0002.sql', '0003.sql', '0004.sql', '0005.sql'])
  })

  describe('a file that begins with -- no transaction', () => {
    const table = 'create table mt_a (x int); insert into mt_a select generate_series(1, 1000)'
    /** Written as the guide says: it may run twice. */
    const index = `-- no transaction
      drop index concurrently if exists mt_a_x;
      create index concurrently mt_a_x on mt_a (x);`
    const indexes = async () =>
      (
        await database.pool.query<{ name: string; valid: boolean }>(
          "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'mt_a'::regclass",
        )
      ).rows
    const recorded = async () =>
      (await database.pool.query<{ name: string }>('select name from schema_migrations order by 1')).rows.map(
        ({ name }) => name,
      )

    test('may use what a transaction forbids, is recorded and runs once', async () => {
      file('0001_a.sql', table)
      file('0002_index.sql', index)
      file('0003_c.sql', 'create table mt_c (x int)')
      expect(await run()).toEqual(['0001_a.sql', '0002_index.sql', '0003_c.sql'])
      expect(await indexes()).toEqual([{ name: 'mt_a_x', valid: true }])
      expect(await run()).toEqual([])
      file('0002_index.sql', `${index}\n`)
      await expect(run()).rejects.toThrow('0002_index.sql has changed')
    })

    test('without that line the same file is refused by PostgreSQL', async () => {
      file('0001_a.sql', table)
      file('0002_index.sql', index.replace('-- no transaction', ''))
      // 25001: it cannot run inside a transaction block, in whatever language the server says so.
      await expect(run()).rejects.toMatchObject({ cause: { code: '25001' } })
    })

    test('a failure in the middle leaves it unrecorded, and it runs again from its first statement', async () => {
      file('0001_a.sql', table)
      file(
        '0002_index.sql',
        `-- no transaction\ndrop table if exists mt_b; create table mt_b (x int); select nonsense;`,
      )
      file('0003_c.sql', 'create table mt_c (x int)')
      await expect(run()).rejects.toThrow(/0002_index\.sql.*nonsense/)
      expect(await tables()).toEqual(['mt_a', 'mt_b'])
      expect(await recorded()).toEqual(['0001_a.sql'])
      file('0002_index.sql', '-- no transaction\ndrop table if exists mt_b; create table mt_b (y int);')
      expect(await run()).toEqual(['0002_index.sql', '0003_c.sql'])
      expect(await recorded()).toEqual(['0001_a.sql', '0002_index.sql', '0003_c.sql'])
    })

    test('an index that was interrupted half-way is invalid, and built anew by the next run', async () => {
      file('0001_a.sql', `${table}; insert into mt_a values (7)`)
      file('0002_index.sql', index.replace('create index', 'create unique index'))
      await expect(run()).rejects.toMatchObject({ cause: { code: '23505' } })
      expect(await indexes()).toEqual([{ name: 'mt_a_x', valid: false }])
      await database.pool.query('delete from mt_a where x = 7')
      expect(await run()).toEqual(['0002_index.sql'])
      expect(await indexes()).toEqual([{ name: 'mt_a_x', valid: true }])
    })

    test('a process that starts meanwhile waits for its turn, and the index does not wait for that process', async () => {
      file('0001_a.sql', table)
      file('0002_index.sql', index.replace('create', 'select pg_sleep(1); create'))
      file('0003_c.sql', 'create table mt_c (x int)')
      const first = run()
      await expect.poll(async () => (await sleeping()).length, { interval: 20, timeout: 10_000 }).toBe(1)
      const done = await Promise.all([first, run(), run()])
      expect(done.flat().sort()).toEqual(['0001_a.sql', '0002_index.sql', '0003_c.sql'])
      expect(done[0]).toContain('0002_index.sql')
      expect(await indexes()).toEqual([{ name: 'mt_a_x', valid: true }])
    })

    const sleeping = async () =>
      (
        await database.pool.query(
          "select from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(1)' and state = 'active'",
        )
      ).rows
  })
})
