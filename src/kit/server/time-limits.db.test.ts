import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inLongTransaction, inTransaction, longLimits, onPool, openPool, openPreparedPool, rows, sql } from './db.ts'
import { registerErrorHandler } from './errors.ts'
import { rowsOf } from './rows-of.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
const pools: { end: () => Promise<void> }[] = []
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create table locked (n int)')
})
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})
afterAll(() => database.drop())

/** A pool of two connections with limits of a second. */
const openShort = (limits: Partial<typeof longLimits> = {}) => {
  const options = { size: 2, connectSeconds: 1, limits: { statement: 1, lock: 1, idle: 1, ...limits } }
  const pool = openPool(database.url, options)
  pools.push(pool)
  return pool
}

/** The response to a call whose work is this. */
async function responseTo(work: () => Promise<unknown>, method: 'GET' | 'POST' = 'POST') {
  const server = fastify()
  registerErrorHandler(server)
  server.route({ method, url: '/', handler: async () => ({ done: Boolean(await work()) }) })
  const answer = await server.inject({ method, url: '/' })
  await server.close()
  const retryAfter = answer.headers['retry-after']
  return { status: answer.statusCode, retryAfter, message: answer.json<{ message: string }>().message }
}
const busy = { status: 503, retryAfter: '5', message: 'The service is busy. Please try again.' }

test('connections have the limits of their kind of work, whatever the database says', async () => {
  const settings = (names: string[]) =>
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`
  const shown = settings(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
  const short = { statement_timeout: '30s', lock_timeout: '10s', idle_in_transaction_session_timeout: '1min' }
  const long = { statement_timeout: '15min', lock_timeout: '1min', idle_in_transaction_session_timeout: '5min' }
  for (const pool of [openPool(database.url), openPreparedPool(database.url)]) {
    pools.push(pool)
    expect((await pool.query(shown)).rows).toEqual([short])
    expect(await inTransaction(pool, ({ db }) => rows(db, sql.raw(shown)))).toEqual([short])
    expect(await inLongTransaction(pool, ({ db }) => rows(db, sql.raw(shown)))).toEqual([long])
    for await (const cells of rowsOf({ pool, db: onPool(pool) }, sql.raw(shown)))
      expect(cells).toEqual([Object.values(long)])
    expect((await pool.query(shown)).rows, 'the next work has its own limits again').toEqual([short])
  }
})

test('who waits too long for a lock, a statement or a connection is told that the service is busy', async () => {
  const pool = openShort()
  const patient = openShort({ lock: 10, statement: 10 })
  const holder = await database.pool.connect()
  await holder.query('begin; lock table locked in access exclusive mode')
  try {
    expect(await responseTo(() => pool.query('select * from locked'))).toEqual(busy)
    const waiting = [1, 2].map(() => patient.query('select * from locked'))
    expect(await responseTo(() => patient.query('select 1'))).toEqual(busy)
    await holder.query('rollback')
    await Promise.all(waiting)
  } finally {
    holder.release()
  }
  expect(await responseTo(() => pool.query('select pg_sleep(20)'))).toEqual(busy)
})

test('a transaction that does nothing gives back its locks, and its call is told', async () => {
  const answer = await responseTo(() =>
    inTransaction(openShort(), async ({ db }) => {
      await rows(db, sql`lock table locked in access exclusive mode`)
      // Ends when the other got the lock.
      await database.pool.query('select * from locked')
      return rows(db, sql`select 1`)
    }),
  )
  expect(answer).toMatchObject({ status: 503, retryAfter: '5' })
})

test('a connection that breaks between two statements is 503', async () => {
  const cut = async () =>
    inTransaction(openShort(), async ({ db, client }) => {
      const [own] = await rows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)
      const broken = new Promise((resolve) => client.once('error', resolve))
      await database.pool.query('select pg_terminate_backend($1)', [own!.pid])
      await broken
      await sleep(0)
      return rows(db, sql`select 1`)
    })
  await expect(cut()).rejects.toThrow('is not queryable')
  expect(await responseTo(cut, 'GET')).toMatchObject({
    status: 503,
    retryAfter: '5',
    message: 'The service cannot do this right now. Please try again.',
  })
  expect(await responseTo(cut)).toMatchObject({ status: 503, message: expect.stringContaining('Please check whether') })
})
