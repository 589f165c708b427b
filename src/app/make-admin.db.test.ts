import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { makeAdmin } from './make-admin.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await testDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const make = (email = 'boss@new.test') => makeAdmin(client, email, 'https://console.example')

test('G106 an Admin made by the command stands in the data log, once, by nobody', async () => {
  const first = await make()
  expect(first).toEqual({
    isNew: true,
    link: expect.stringMatching(/^https:..console.example.reset-password.[\w-]{43}$/),
  })
  expect((await make()).isNew).toBe(false)
  const { rows } = await client.query('select type, model, total_affected, user_id, subject, record_id from data_log')
  const users = await client.query('select id from users')
  expect(rows).toEqual([
    {
      type: 'add',
      model: 'User',
      total_affected: 1,
      user_id: null,
      subject: 'First Admin (boss@new.test)',
      record_id: users.rows[0].id,
    },
  ])
})

test('C-012 nobody gets a link that would not open: blocked Admins, those who sign in with Google, others', async () => {
  const links = async () => (await client.query('select count(*)::int as n from reset_links')).rows[0].n as number
  const before = await links()
  for (const [change, sentence] of [
    ['is_blocked = true', 'is an Admin who is blocked. Name another address, and unblock this one under Users.'],
    ['is_google = true', 'is an Admin who signs in with Google and has no password here. Name another address.'],
    ["role = 'Analyst'", 'already exists and is not an Admin.'],
  ] as const) {
    await client.query('begin')
    await client.query(`update users set ${change}`)
    await expect(make()).rejects.toThrow(`boss@new.test ${sentence}`)
    await client.query('rollback')
  }
  expect(await links()).toBe(before)
})
