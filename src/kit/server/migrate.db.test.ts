import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '#kit/server/migrate.ts'
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
    folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  })
  afterEach(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
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

  test('two processes that start together apply each file once', async () => {
    for (let number = 1; number <= 5; number++) file(`000${number}.sql`, `create table mt_${number} (x int)`)
    const done = await Promise.all([run(), run(), run()])
    expect(done.flat().sort()).toEqual(['0001.sql', '0002.sql', '0003.sql', '0004.sql', '0005.sql'])
  })
})
