import { afterAll, beforeAll, expect, test } from 'vitest'
import fastify from 'fastify'
import { openPool } from '#kit/server/db.ts'
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
    // As Kysely does after a failed statement: it does not tell the pool.
    client.release()
    expect(await answerTo(problem as Error)).toMatchObject({ status: 503 })
    await expect.poll(readOnly).toBe('off')
  } finally {
    await pool.end()
  }
})
