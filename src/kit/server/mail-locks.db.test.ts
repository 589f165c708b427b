import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, openPool } from './db.ts'
import type { FileStore } from './files.ts'
import { enqueueEmails } from './mail.ts'
import { deliver, doubtfulMessage } from './mail-out.ts'
import { smtpMail } from './smtp-mail.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import { drippingSmtp, type TestSmtp, testSmtp } from './testing-smtp.ts'

let database: TestDatabase
let smtp: TestSmtp
/** Connections of the jobs of one process, all of whose emails are in delivery. */
let jobs: Pool

beforeAll(async () => {
  database = await testDatabase()
  smtp = await testSmtp()
})
beforeEach(() => {
  jobs = openPool(database.url, { size: 6, connectSeconds: 2 })
  return () => jobs.end()
})
afterAll(async () => {
  await smtp.close()
  await database.drop()
})

const from = 'Brandkeep <no-reply@brandkeep.test>'
const deliverOn = (pool: Pool, mailId: string, driver = smtpMail(smtp.url)) =>
  deliver({ pool, files: undefined as unknown as FileStore, driver, from, perMinute: 60 }, mailId)
const enqueue = (count: number, to = 'ponders') =>
  inTransaction(database.pool, ({ db }) =>
    enqueueEmails(
      db,
      Array.from({ length: count }, (_, n) => ({ kind: 'test', to: `${to}.${n}@mail.test`, subject: 's', text: 't' })),
    ),
  )
const rowsOf = async (ids: string[]) =>
  (await database.pool.query('select * from mails where id = any($1) order by id', [ids])).rows
const timesReceived = (ids: string[]) => ids.map((id) => smtp.received.filter((one) => one.messageId === id).length)
const lockHolders = async () =>
  (
    await database.pool.query<{ pid: number; locks: number }>(
      `select pid, count(*)::int as locks from pg_locks where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database()) group by pid`,
    )
  ).rows
/** Resolves when the server holds so many emails it does not respond to. */
const pondering = (count: number) => {
  let n = 0
  return new Promise<void>((resolve) => smtp.onPondering(() => void (++n === count && resolve())))
}

test('ten emails to a server that sends a byte a second hold one of six connections: other jobs go on', async () => {
  const slow = await drippingSmtp(1000)
  const ids = await enqueue(10, 'takes')
  const deliveries = Promise.allSettled(ids.map((id) => deliverOn(jobs, id, smtpMail(slow.url))))
  await expect.poll(slow.open, { timeout: 10_000 }).toBe(10)
  expect((await lockHolders()).map(({ locks }) => locks)).toEqual([10])
  const others = await Promise.all(Array.from({ length: 20 }, () => jobs.query('select pg_sleep(0.05)')))
  expect(others).toHaveLength(20)
  slow.close()
  await deliveries
  expect((await rowsOf(ids)).map(({ waits, failed_at }) => ({ waits, failed_at }))).toEqual(
    ids.map(() => ({ waits: 1, failed_at: null })),
  )
  expect(await lockHolders()).toEqual([])
})

test('a server that always says a little more is given its time and no more; then the email is sent later', async () => {
  const slow = await drippingSmtp(50)
  const [id] = await enqueue(1, 'takes')
  await deliverOn(jobs, id!, smtpMail(slow.url, 0.5))
  expect((await rowsOf([id!]))[0]).toMatchObject({ error: 'The mail server took too long', waits: 1, failed_at: null })
  await expect.poll(slow.open).toBe(0)
  slow.close()
})

/** The script of a process that delivers emails at the same time, as a worker does. */
const delivererScript = `
const [url, smtpUrl, ...ids] = process.argv.slice(1)
const { openPool } = await import('#kit/server/db.ts')
const { deliver } = await import('#kit/server/mail-out.ts')
const { smtpMail } = await import('#kit/server/smtp-mail.ts')
const pool = openPool(url, { size: 6 })
const deps = { pool, files: undefined, driver: smtpMail(smtpUrl), from: ${JSON.stringify(from)}, perMinute: 60 }
await Promise.all(ids.map((id) => deliver(deps, id)))
process.exit()
`

test('a worker is killed while eight of its emails wait for a response: unknown, none sent twice', async () => {
  const ids = await enqueue(8)
  const waiting = pondering(8)
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', delivererScript, database.url, smtp.url, ...ids],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const ended = once(child, 'close')
  await waiting
  for (const id of ids) await deliverOn(jobs, id)
  expect((await rowsOf(ids)).filter((row) => row.failed_at !== null)).toEqual([])
  child.kill('SIGKILL')
  await ended
  smtp.release()
  await expect
    .poll(async () => {
      for (const id of ids) await deliverOn(jobs, id)
      return (await rowsOf(ids)).map(({ error, is_doubtful }) => ({ error, is_doubtful }))
    })
    .toEqual(ids.map(() => ({ error: doubtfulMessage, is_doubtful: true })))
  expect(timesReceived(ids)).toEqual(ids.map(() => 1))
})

test('the connection of the locks is ended: the next email takes them again, and each is sent once', async () => {
  const ids = await enqueue(3)
  const waiting = pondering(3)
  const deliveries = ids.map((id) => deliverOn(jobs, id))
  await waiting
  const [holder] = await lockHolders()
  await database.pool.query('select pg_terminate_backend($1)', [holder!.pid])
  await expect.poll(lockHolders).toEqual([])
  const [next] = await enqueue(1, 'takes')
  await deliverOn(jobs, next!)
  expect((await lockHolders()).map(({ locks }) => locks)).toEqual([3])
  for (const id of ids) await deliverOn(database.pool, id)
  expect((await rowsOf(ids)).filter((row) => row.failed_at !== null)).toEqual([])
  smtp.release()
  await Promise.all(deliveries)
  expect((await rowsOf([...ids, next!])).filter((row) => row.sent_at === null)).toEqual([])
  expect(timesReceived([...ids, next!])).toEqual([1, 1, 1, 1])
})

test('the network to the database ends while emails wait for a response: each is sent once and shown as sent', async () => {
  const network = await cuttableNetwork(database.url)
  const cutOff = openPool(network.url, { size: 6, connectSeconds: 2 })
  const ids = await enqueue(3)
  const waiting = pondering(3)
  const deliveries = Promise.allSettled(ids.map((id) => deliverOn(cutOff, id)))
  await waiting
  network.cut()
  await expect.poll(lockHolders).toEqual([])
  for (const id of ids) await deliverOn(jobs, id)
  expect((await rowsOf(ids)).map((row) => row.is_doubtful)).toEqual([true, true, true])
  network.mend()
  smtp.release()
  await deliveries
  expect((await rowsOf(ids)).map((row) => [row.is_doubtful, row.sent_at !== null])).toEqual(
    ids.map(() => [false, true]),
  )
  for (const id of ids) await deliverOn(jobs, id)
  expect(timesReceived(ids)).toEqual([1, 1, 1])
  await cutOff.end()
  network.close()
})

/** A way to the database that can be cut, as a broken network does once both ends have noticed. */
async function cuttableNetwork(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  through.hostname = '127.0.0.1'
  return {
    url: through.href,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => server.close(),
  }
}
