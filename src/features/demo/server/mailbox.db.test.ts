import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp } from '#app/testing.ts'
import { buildTestWorld, testPassword, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let world: TestWorld
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
})
afterAll(() => database.drop())

async function readMailbox(settings: { demo: boolean }, person: 'admin' | 'analyst' = 'admin', query = '') {
  const testApp = await buildTestApp(database, { settings })
  const headers = { authorization: `Bearer ${await signInAs(database.db, world.people[person])}` }
  const payload = { username: 'twofactor', password: testPassword }
  await testApp.server.inject({ method: 'POST', url: '/api/users/authenticate', payload })
  const waiting = await testApp.server.inject({ url: `/api/mailbox${query}`, headers })
  await testApp.runJobs()
  const sent = await testApp.server.inject({ url: `/api/mailbox${query}`, headers })
  await testApp.close()
  return { waiting, sent }
}

test("the demo world's Admin reads the emails that were sent", async () => {
  const { waiting, sent } = await readMailbox({ demo: true })
  expect(waiting.json().docs[0]).toMatchObject({ to: 'twofactor@mail.test', state: 'waiting' })
  expect(sent.json().docs[0]).toMatchObject({ kind: 'one-time-code', state: 'sent', error: null })
  expect(sent.json().docs[0].text).toMatch(/code is \d{6}\./)
  expect((await readMailbox({ demo: true }, 'admin', '?search=nobody%25')).sent.json().totalDocs).toBe(0)
})

test('nobody reads them outside the demo world, nor does another role', async () => {
  expect((await readMailbox({ demo: false })).sent.statusCode).toBe(404)
  expect((await readMailbox({ demo: true }, 'analyst')).sent.statusCode).toBe(403)
})

test('outside the demo world neither a code nor a reset link can be read in the database once its email is sent', async () => {
  const testApp = await buildTestApp(database, { settings: { demo: false } })
  const post = (path: string, payload: object) =>
    testApp.server.inject({ method: 'POST', url: `/api/users/${path}`, payload })
  await database.pool.query('delete from one_time_codes')
  await post('authenticate', { username: 'twofactor', password: testPassword })
  await post('forgotpassword', { username: 'client' })
  await testApp.runJobs()
  const emails = testApp.emails().join('\n')
  await testApp.close()
  const secrets = [/code is (\d{6})\./, /reset-password\/([\w-]{30,})/].map((one) => one.exec(emails)![1]!)
  const { rows } = await database.pool.query(
    "select * from mails where sent_at > now() - interval '1 minute' order by id desc limit 2",
  )
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['one-time-code', 'reset-link'])
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
})
