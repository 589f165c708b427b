import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { openDatabase } from '#app/open-database.ts'
import { bouncer, throughBouncer } from '#kit/server/testing-pooler.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'brandkeep-open-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

/** The parts of both logs that rows of next month would go into. */
async function partsOfNextMonth(): Promise<string[]> {
  const { rows } = await database.pool.query<{ part: string }>(
    `select c.oid::regclass::text as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent in ('status_log'::regclass, 'data_log'::regclass)
        and pg_get_expr(c.relpartbound, c.oid) like
          'FOR VALUES FROM (''' || to_char(date_trunc('month', now() at time zone 'UTC') + interval '1 month', 'YYYY-MM-DD') || '%'
      order by 1`,
  )
  return rows.map(({ part }) => part)
}

test('the months of the logs are made at the start, not only at night', async () => {
  const config = readConfig({ DATABASE_URL: database.url, BRANDKEEP_DATA: folder })
  const open = async () => (await openDatabase(config, () => undefined)).close()
  await open()
  const parts = await partsOfNextMonth()
  expect(parts).toHaveLength(2)
  await database.pool.query(`drop table ${parts.join(', ')}`)
  expect(await partsOfNextMonth()).toEqual([])
  await open()
  expect(await partsOfNextMonth()).toEqual(parts)
})

async function withLimit<T>(connections: number, work: () => Promise<T>): Promise<T> {
  const limit = (most: number) =>
    database.pool.query(
      `do $$ begin execute format('alter database %I connection limit ${most}', current_database()); end $$`,
    )
  await limit(connections)
  try {
    return await work()
  } finally {
    await limit(-1)
  }
}

test('with fewer connections than it wants a process opens only those, and jobs leave calls their share', async () => {
  const config = readConfig({ DATABASE_URL: database.url, BRANDKEEP_DATA: folder })
  const lines = (limit: number) =>
    withLimit(limit, async () => {
      const said: string[] = []
      const opened = await openDatabase(config, (line) => said.push(line))
      await opened.close()
      return { said, opened }
    })
  expect((await lines(34)).said).toEqual([])
  const { said, opened } = await lines(17)
  expect(said).toEqual([
    'PostgreSQL allows this console 17 connections, and each of its processes opens up to 34: this one uses 6 for calls, 1 for sign-in, 3 for jobs and 2 for their queue, and leaves none for another. Raise the connection limit of its database, or lower DATABASE_CONNECTIONS.',
  ])
  const sizes = Object.entries(opened.pools).map(([name, { options }]) => [name, options.max])
  expect(sizes).toEqual([
    ['ready', 1],
    ['main', 6],
    ['signIn', 1],
    ['jobs', 3],
  ])
  expect(opened.queueConnections).toBe(2)
})

test('a start with too few connections to work with is refused, and says how many are enough', async () => {
  const config = readConfig({ DATABASE_URL: database.url, BRANDKEEP_DATA: folder })
  await withLimit(13, () =>
    expect(openDatabase(config, () => undefined)).rejects.toThrow(
      'PostgreSQL allows this console 13 connections, and each of its processes needs at least 14: raise the connection limit of its database, to 34 or more.',
    ),
  )
})

test('a start that reaches no database names the setting and the reason', async () => {
  const open = (url: string) => openDatabase(readConfig({ DATABASE_URL: url, BRANDKEEP_DATA: folder }), () => undefined)
  await expect(open('postgres://somebody@127.0.0.1:1/x')).rejects.toThrow(
    'DATABASE_URL leads to no database that can be used: connect ECONNREFUSED 127.0.0.1:1',
  )
  await expect(open(`${database.url}_other`)).rejects.toThrow(/^DATABASE_URL leads to no database .*_other/)
})

test.skipIf(bouncer === undefined)(
  'a pooler that does not leave connections their session is refused at the start',
  () =>
    throughBouncer(database.url, 'transaction', async (pooled) => {
      const open = (urls: Record<string, string>) =>
        openDatabase(readConfig({ ...urls, BRANDKEEP_DATA: folder }), () => undefined)
      await expect(open({ DATABASE_URL: pooled })).rejects.toThrow(/^DATABASE_URL leads to a pooler in transaction/)
      await expect(open({ DATABASE_URL: database.url, DATABASE_REPLICA_URL: pooled })).rejects.toThrow(
        /^DATABASE_REPLICA_URL leads to a pooler in transaction/,
      )
      const unreachable = pooled.replace(/:\d+\//, ':1/')
      await (await open({ DATABASE_URL: database.url, DATABASE_REPLICA_URL: unreachable })).close()
    }),
)
