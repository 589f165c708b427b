import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fastify from 'fastify'
import { readConfig } from '#app/config.ts'
import { openDatabase } from '#app/open-database.ts'
import { openPool, openPreparedPool } from '#kit/server/db.ts'
import { registerErrorHandler } from '#kit/server/errors.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function answerTo(problem: Error) {
  const server = fastify()
  registerErrorHandler(server)
  server.post('/', () => Promise.reject(problem))
  const answer = await server.inject({ method: 'POST', url: '/' })
  return { status: answer.statusCode, message: answer.json<{ message: string }>().message }
}

test('a full disk, of the database or of the files, is a 507 that says nothing was saved', async () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT'])
    expect(await answerTo(Object.assign(new Error('no space'), { code }))).toEqual({
      status: 507,
      message: 'Storage is full; nothing was saved.',
    })
})

test('a write refused as read-only is a 503, and its connection is not used again', async () => {
  const pool = openPool(database.url)
  const readOnly = async () =>
    (await pool.query<{ value: string }>("select current_setting('transaction_read_only') as value")).rows[0]!.value
  try {
    await pool.query('set default_transaction_read_only = on')
    expect(await readOnly()).toBe('on')
    const client = await pool.connect()
    const problem = await client.query('create table x (y int)').catch((error: Error) => error)
    // As `onPool` does after a failed statement: it does not tell the pool.
    client.release()
    expect(await answerTo(problem as Error)).toMatchObject({ status: 503 })
    await expect.poll(readOnly).toBe('off')
  } finally {
    await pool.end()
  }
})

test('a database that was read-only is ready again as soon as it takes writes, however often it is asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-read-only-'))
  const name = new URL(database.url).pathname.slice(1)
  const opened = await openDatabase(readConfig({ DATABASE_URL: database.url, BRANDKEEP_DATA: folder }), () => undefined)
  // Asked ten times a second, so that no pause lets the pool close a connection.
  const answer = () =>
    opened.check().then(
      () => 'ok',
      (problem: Error) => problem.message,
    )
  const often = { interval: 100, timeout: 20_000 }
  try {
    expect(await answer()).toBe('ok')
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    // As after a failover: connections that were open are cut.
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    await expect.poll(answer, often).toBe('read-only')
    await database.pool.query(`begin read write; alter database ${name} reset default_transaction_read_only; commit`)
    await expect.poll(answer, often).toBe('ok')
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true })
  }
})

test('no write is refused by a connection that was opened while the database was read-only', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const pools = [openPool(database.url, { size: 3 }), openPreparedPool(database.url, { size: 3 })]
  const write = 'create table written_now (n int)'
  const three = (text: string) => Promise.all(pools.flatMap((pool) => [1, 2, 3].map(() => pool.query(text))))
  try {
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    await three('select pg_sleep(0.1)')
    await database.pool.query(`begin read write; alter database ${name} reset default_transaction_read_only; commit`)
    await expect(three(`begin; ${write}; rollback`)).resolves.toHaveLength(6)
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
})

test('a replica, which only reads, keeps its connections', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const pool = openPool(database.url, { size: 1, isReplica: true })
  const backend = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  try {
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(await backend()).toBe(await backend())
  } finally {
    await database.pool.query(`begin read write; alter database ${name} reset default_transaction_read_only; commit`)
    await pool.end()
  }
})

test('a connection that is always in use is replaced after its life', async () => {
  for (const open of [openPool, openPreparedPool]) {
    const usual = open(database.url)
    expect(usual.options.maxLifetimeSeconds).toBe(300)
    await usual.end()
    const pool = open(database.url, { size: 1, lifeSeconds: 1 })
    const backend = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
    try {
      const first = await backend()
      await expect.poll(backend, { interval: 50 }).not.toBe(first)
    } finally {
      await pool.end()
    }
  }
})
