import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Readiness, serveHealth } from '#app/health.ts'
import { pendingMigrations } from '#kit/server/migrate.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

async function request(path: string, checks: Readiness, limitMs?: number) {
  const server = fastify()
  serveHealth(server, checks, limitMs)
  const answer = await server.inject(path)
  return { code: answer.statusCode, ...answer.json<Record<string, string>>() }
}

describe('health', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  test('/api/health answers ok whatever fails', async () => {
    const failing = { database: () => Promise.reject(new Error('secret address')) }
    expect(await request('/api/health', failing)).toEqual({ code: 200, status: 'ok' })
  })

  test('/api/ready names what failed, without the reason', async () => {
    const checks = {
      database: () => Promise.resolve(),
      storage: () => Promise.reject(new Error('secret address')),
      queue: () => new Promise(() => undefined),
    }
    expect(await request('/api/ready', checks, 50)).toEqual({
      code: 503,
      status: 'failed',
      database: 'ok',
      storage: 'failed',
      queue: 'failed',
    })
  })

  test('/api/ready answers 200 when every check passes', async () => {
    expect(await request('/api/ready', { database: () => database.pool.query('select 1') })).toMatchObject({
      code: 200,
    })
  })

  test('whoever asks while the checks run shares their answer', async () => {
    const server = fastify()
    let rounds = 0
    const storage = async () => {
      rounds++
      await new Promise((later) => setTimeout(later, 500))
    }
    serveHealth(server, { storage })
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.inject('/api/ready')))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(rounds).toBe(1)
    await server.inject('/api/ready')
    expect(rounds, 'an answer is not kept').toBe(2)
  })

  test('pending migrations are detected', async () => {
    const folder = join(import.meta.dirname, '../../db/migrations')
    expect(await pendingMigrations(database.pool, folder)).toEqual([])
    await database.pool.query('delete from schema_migrations where name = (select max(name) from schema_migrations)')
    expect(await pendingMigrations(database.pool, folder)).toHaveLength(1)
  })
})
