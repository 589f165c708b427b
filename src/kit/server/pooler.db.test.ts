import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionSettings } from './connection-settings.ts'
import { onPool, openPool } from './db.ts'
import { lostEvents, notifyLive, openLive } from './live.ts'
import { withLock } from './mail-locks.ts'
import { areOneSession, refuseSharedSessions } from './pooler.ts'
import { bouncer, throughBouncer } from './testing-pooler.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const refusal = /^DATABASE_URL leads to a pooler in transaction or statement mode/

test('two connections to PostgreSQL have a session each; one session for two is noticed', async () => {
  await expect(refuseSharedSessions(database.url)).resolves.toBeUndefined()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    expect(await areOneSession(client, client)).toBe(true)
  } finally {
    await client.end()
  }
})

describe.skipIf(bouncer === undefined)('behind PgBouncer', () => {
  test.each(['transaction', 'statement'])('in %s mode the start is refused with what is needed', (mode) =>
    throughBouncer(database.url, mode, async (url) => {
      for (let time = 0; time < 3; time++) await expect(refuseSharedSessions(url)).rejects.toThrow(refusal)
    }),
  )

  test('in session mode settings, live events and the locks of emails work', () =>
    throughBouncer(database.url, 'session', async (url) => {
      await expect(refuseSharedSessions(url)).resolves.toBeUndefined()
      const [one, other] = [openPool(url, { size: 3 }), openPool(url, { size: 3 })]
      const events: unknown[] = []
      const live = await openLive(url, () => undefined)
      live.listen((event) => events.push(event))
      try {
        const { rows } = await one.query(`select current_setting('timezone') as zone, current_setting('jit') as jit`)
        expect(rows).toEqual([{ zone: connectionSettings['timezone'], jit: 'off' }])
        await notifyLive(onPool(one), 'topic', { id: '1' })
        await expect.poll(() => events).toEqual([{ topic: 'topic', data: { id: '1' } }])
        const mailId = '01890000-0000-7000-8000-000000000001'
        expect(await withLock(one, mailId, () => withLock(other, mailId, () => Promise.resolve('twice')))).toEqual({
          result: undefined,
        })
        expect(await withLock(other, mailId, () => Promise.resolve('once'))).toEqual({ result: 'once' })
      } finally {
        await live.close()
        await Promise.all([one.end(), other.end()])
      }
    }))

  test('a pooler whose mode is changed later loses live events, and the process says so', () =>
    throughBouncer(database.url, 'transaction', async (url) => {
      const others = openPool(url, { size: 3 })
      // Three sessions that are used in turn.
      await Promise.all([1, 2, 3].map(() => others.query('select pg_sleep(0.2)')))
      const problems: string[] = []
      const live = await openLive(url, (problem) => problems.push(problem.message), { everyMs: 30, limitMs: 5000 })
      try {
        await expect.poll(() => problems).toContain(lostEvents)
      } finally {
        await live.close()
        await others.end()
      }
    }))

  test('where all its sessions are in use, work is refused as with any connection that is not free in time', () =>
    throughBouncer(
      database.url,
      'session',
      async (url) => {
        const [one, other] = [openPool(url, { size: 1 }), openPool(url, { size: 1, connectSeconds: 1 })]
        try {
          await one.query('select 1')
          await expect(other.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect')
          await expect(refuseSharedSessions(url, 'DATABASE_URL', 1000)).rejects.toThrow(
            'DATABASE_URL leads to a pooler that had no free session within 1 s: give it 45 for each process (PgBouncer: default_pool_size).',
          )
        } finally {
          await Promise.all([one.end(), other.end()])
        }
      },
      1,
    ))
})
