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
