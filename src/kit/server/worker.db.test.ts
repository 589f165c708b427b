import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { job } from '#kit/contract/job.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { type JobHandler, jobHandler, startWorker } from '#kit/server/worker.ts'

const counted = job({ name: 'counted', payload: z.object({ n: z.number() }), tries: 3 })
const log = { info: () => undefined, error: () => undefined }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const nothing = () => Promise.resolve()

test('a worker does not start unless each job of the list has one handler, and each handler a job', async () => {
  const other = job({ name: 'other', payload: z.object({}), tries: 1 })
  const startWith = (...handlers: JobHandler[]) =>
    startWorker({ databaseUrl: database.url, jobs: [counted], handlers, log })
  await expect(startWith()).rejects.toThrow('no handler for the job counted')
  await expect(startWith(jobHandler(counted, nothing), jobHandler(other, nothing))).rejects.toThrow(
    'a handler for a job that is not in the list: other',
  )
  await expect(startWith(jobHandler(counted, nothing), jobHandler(counted, nothing))).rejects.toThrow(
    'two handlers for the job counted',
  )
})

test('jobs commit with the transaction that enqueued them, a failed one is retried under its id, others run once', async () => {
  const done: number[] = []
  const ids = new Set<string>()
  const handler = jobHandler(counted, async ({ n }, { jobId }) => {
    if (n === 7) ids.add(jobId)
    done.push(n)
    if (n === 7 && done.filter((one) => one === 7).length === 1) throw new Error('once')
    await Promise.resolve()
  })
  const worker = await startWorker({ databaseUrl: database.url, jobs: [counted], handlers: [handler], log })
  await inTransaction(database.pool, async ({ db }) => {
    await enqueue(db, counted, { n: 1000 })
    throw new Error('rolled back')
  }).catch(() => undefined)
  await inTransaction(database.pool, async ({ db }) => {
    for (let n = 0; n < 50; n++) await enqueue(db, counted, { n })
  })
  for (let waited = 0; done.length < 51 && waited < 20_000; waited += 50) await sleep(50)
  await worker.stop()
  expect(done.toSorted((a, b) => a - b)).toEqual([...Array(8).keys(), 7, ...[...Array(42).keys()].map((n) => n + 8)])
  expect(ids.size).toBe(1)
})

test('a job of a living worker is given a day, whoever created its queue: it is not started again beside itself', async () => {
  const created = job({ name: 'created-by-the-worker', payload: z.object({}), tries: 2, cron: '0 0 1 1 *' })
  const handlers = [jobHandler(counted, nothing), jobHandler(created, nothing)]
  const worker = await startWorker({ databaseUrl: database.url, jobs: [counted, created], handlers, log })
  await worker.stop()
  const first = job({ name: 'enqueued-first', payload: z.object({}), tries: 2 })
  for (const one of [created, first]) await enqueue(database.db, one, {})
  const { rows: found } = await database.pool.query<{ name: string; seconds: number }>(
    'select name, expire_seconds as seconds from pgboss.job where name = any($1) order by name',
    [[created.name, first.name]],
  )
  expect(found).toEqual([created, first].map(({ name }) => ({ name, seconds: 86_400 })))
})

test('a job enqueued before a month without a worker runs once afterwards: the queue drops no waiting job', async () => {
  await enqueue(database.db, counted, { n: 2000 })
  await database.pool.query(`update pgboss.job set created_on = created_on - interval '31 days',
    start_after = start_after - interval '31 days', keep_until = keep_until - interval '31 days' where state = 'created'`)
  const queue = new PgBoss({ connectionString: database.url, max: 2 })
  await queue.start()
  await queue.supervise(counted.name)
  await queue.stop()
  const done: number[] = []
  const handler = jobHandler(counted, async ({ n }) => {
    done.push(n)
    await Promise.resolve()
  })
  const worker = await startWorker({ databaseUrl: database.url, jobs: [counted], handlers: [handler], log })
  for (let waited = 0; done.length === 0 && waited < 20_000; waited += 50) await sleep(50)
  await worker.stop()
  expect(done).toEqual([2000])
})

test('a job that hangs on a living worker is ended by its signal and started again; one that goes on is left alone', async () => {
  const hangs = job({ name: 'hangs', payload: z.object({}), tries: 2 })
  const long = job({ name: 'long', payload: z.object({}), tries: 1 })
  const stallMinutes = 0.02
  const errors: object[] = []
  let starts = 0
  let isDone = false
  const handlers = [
    jobHandler(hangs, async (_payload, { signal }) => {
      starts++
      if (starts > 1) return
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped'))))
    }),
    jobHandler(long, async (_payload, { signal }) => {
      // Longer than it may stall: every statement is progress.
      for (let n = 0; n < 12; n++) await rows(database.db, sql`select pg_sleep(0.25)`)
      isDone = !signal?.aborted
    }),
  ]
  const worker = await startWorker({
    databaseUrl: database.url,
    jobs: [hangs, long],
    handlers,
    log: { ...log, error: (what) => errors.push(what) },
    stallMinutes,
  })
  await enqueue(database.db, hangs, {})
  await enqueue(database.db, long, {})
  await expect.poll(() => [starts, isDone], { timeout: 30_000 }).toEqual([2, true])
  await worker.stop()
  expect(errors).toMatchObject([{ job: 'hangs', err: { message: 'Stopped: no progress for 0.02 minutes' } }])
})
