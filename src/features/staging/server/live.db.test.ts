import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { bearerOf } from '#features/intake/server/testing.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { stagingCalls } from './testing.ts'

let database: TestDatabase
let world: TestWorld
/** Two processes of the API on one database, as far as live events go. */
let one: TestApp
let two: TestApp
let addresses: [string, string]

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  one = await buildTestApp(database)
  two = await buildTestApp(database)
  const listen = { port: 0, host: '127.0.0.1' }
  addresses = [await one.server.listen(listen), await two.server.listen(listen)]
})
afterAll(async () => {
  await one.close()
  await two.close()
  await database.drop()
})

/** The draft events of a person's stream from now on. */
async function listen(address: string, headers: Record<string, string>) {
  const events: Record<string, string>[] = []
  const control = new AbortController()
  const response = await fetch(`${address}/api/notifications/stream`, { headers, signal: control.signal })
  const parser = createParser({
    onEvent: ({ event, data }) => event === 'drafts' && events.push(JSON.parse(data) as Record<string, string>),
  })
  const reading = (async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(text)
  })().catch(() => undefined)
  return { events, end: async () => (control.abort(), await reading) }
}

test('a row saved and a person seen at one server reach the staff at another one, never a Client', async () => {
  const { people, companies, brands } = world
  const scope = { company: companies.parent, brand: brands.own, platform: 'website' }
  const analyst = stagingCalls(one.server, await bearerOf(database.db, people.analyst), scope)
  const admin = await listen(addresses[1], await bearerOf(database.db, people.admin))
  const client = await listen(addresses[0], await bearerOf(database.db, people.client))
  const { _id: draft } = (await analyst.create()).body
  const { _id: row } = (await analyst.save(draft, { url: 'https://live.example/1' })).body.data
  const there = await analyst.send('POST', `/draft-presence/${draft}`, { tab: 'a', kind: 'here', row, sn: 1 })
  expect(there.status).toBe(200)
  const common = { draft, brand: brands.own, platform: 'website', by: people.analyst }
  await expect
    .poll(() => admin.events)
    .toEqual([
      { ...common, kind: 'begun' },
      { ...common, kind: 'rows' },
      { draft, kind: 'here', userId: people.analyst, name: expect.any(String), tab: 'a', row, sn: '1' },
    ])
  expect(client.events).toEqual([])
  expect((await analyst.send('POST', '/draft-presence/none', { tab: 'a', kind: 'here' })).status).toBe(404)
  await admin.end()
  await client.end()
})
