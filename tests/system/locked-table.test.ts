import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestWorld, testPassword, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { locksWaitedFor, type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { type Program, start } from './program.ts'

let database: TestDatabase
let world: TestWorld
let program: Program
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  folder = mkdtempSync(join(tmpdir(), 'brandkeep-locked-'))
  const env = { DATABASE_URL: database.url, DATABASE_LOCK_SECONDS: '7', BRANDKEEP_DATA: folder, BRANDKEEP_DEMO: '0' }
  program = await start({ env })
})
afterAll(async () => {
  await program.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('24 lists that wait for a locked table end with 503, and meanwhile people sign in and the process is ready', async () => {
  const token = await signInAs(database.db, world.people.client)
  const call = async (path: string, options: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${program.url}/api${path}`, { headers, ...options })
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  const holder = await database.pool.connect()
  try {
    await holder.query('begin; lock table findings in access exclusive mode')
    const ended: number[] = []
    const lists = Array.from({ length: 24 }, async (_, page) => {
      const { status, retryAfter } = await call(`/ecommerce?page=${page + 1}&perPage=20&title=a`)
      ended.push(status)
      return { status, retryAfter }
    })
    // All connections for calls wait now.
    await expect.poll(() => locksWaitedFor(database)).toBeGreaterThanOrEqual(12)
    const signIn = call('/users/authenticate', {
      method: 'POST',
      body: JSON.stringify({ username: 'client', password: testPassword }),
    })
    expect((await signIn).status).toBe(200)
    expect((await call('/ready')).status).toBe(200)
    expect((await call('/health')).status).toBe(200)
    expect(ended, 'nobody was answered because a list had ended').toEqual([])
    expect(new Set((await Promise.all(lists)).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ status: 503, retryAfter: '5' })]),
    )
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await call('/ecommerce?page=1&perPage=20')).status).toBe(200)
})
