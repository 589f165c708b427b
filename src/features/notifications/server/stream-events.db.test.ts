import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { findingsAdded } from '#features/findings/contract-jobs.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { notifyRequestsChanged } from '#features/requests/server/live.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notifyLive } from '#kit/server/live.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { domain } from '#platforms/domain.ts'
import { bellTopic } from './topics.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
let address: string

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  address = await testApp.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

type OpenStream = { received: () => string; close: () => void }

/** Opens a person's stream; it listens when this resolves, and `received` is what came since then. */
async function openStream(person: string): Promise<OpenStream> {
  const control = new AbortController()
  const response = await fetch(`${address}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${await signInAs(database.db, person)}` },
    signal: control.signal,
  })
  let text = ''
  void (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part
  })().catch(() => undefined)
  await expect.poll(() => text, patient).toContain(opening)
  return { received: () => text.replace(opening, ''), close: () => control.abort() }
}

const opening = 'retry: 3000\n\n'
const bell = 'event: notification\ndata: {"seen":false}\n\n'
const patient = { timeout: 10_000, interval: 5 }

/**
 * All that came to a person who should not hear of it, up to a bell of their own that is rung now. Events come in their
 * order, so it is not guessed how long one would take.
 */
async function receivedUntilBell(stream: OpenStream, userId: string): Promise<string> {
  await notifyLive(database.db, bellTopic, { userId })
  await expect.poll(stream.received, patient).toContain(bell)
  return stream.received().replace(bell, '')
}

describe('live events', () => {
  test('the bell updates within two seconds, only for users in scope', async () => {
    const { client, foreignClient } = world.people
    await testApp.runJobs()
    const durations: number[] = []
    // The fastest of three says what the program needs.
    while (durations.length < 3 && !durations.some((ms) => ms < 2000)) {
      await database.pool.query('update users set seen = true')
      const [mine, theirs] = [await openStream(client), await openStream(foreignClient)]
      const { ms } = await quietDuration(database.pool, async () => {
        await enqueue(database.db, findingsAdded, {
          companyId: world.companies.parent,
          brandId: world.brands.own,
          platform: 'e-commerce',
          findingIds: `{${newId()}}`,
          count: 1,
        })
        await expect.poll(mine.received, patient).toContain(bell)
        await expect
          .poll(mine.received, patient)
          .toContain(`event: findings\ndata: {"platform":"e-commerce","brand":"${world.brands.own}"}`)
      })
      durations.push(ms)
      expect(await receivedUntilBell(theirs, foreignClient)).toBe('')
      for (const stream of [mine, theirs]) stream.close()
    }
    expect(Math.min(...durations)).toBeLessThan(2000)
  })

  test('a change of client requests reaches staff and the clients of the brand only', async () => {
    const { client, analyst, foreignClient } = world.people
    await database.pool.query('update users set seen = true')
    const inScope = [await openStream(client), await openStream(analyst)]
    const stranger = await openStream(foreignClient)
    await notifyRequestsChanged(database.db, [world.brands.own])
    for (const stream of inScope)
      await expect.poll(stream.received, patient).toContain(`event: requests\ndata: {"brand":"${world.brands.own}"}`)
    expect(await receivedUntilBell(stranger, foreignClient)).toBe('')
    for (const stream of [...inScope, stranger]) stream.close()
  })

  test('a changed finding reaches the clients of its brand and staff, by its id, and nobody else', async () => {
    const { companies, brands, people } = world
    const [id] = await addFindings(database.db, domain, [
      { companyId: companies.parent, brandId: brands.own, status: '33', reportingDate: '2026-11-20' },
    ])
    const tokens = {
      client: await signInAs(database.db, people.client),
      analyst: await signInAs(database.db, people.analyst),
    }
    const post = (url: string, payload: object, who: keyof typeof tokens = 'client') =>
      testApp.server.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${tokens[who]}` } })
    const scope = { company: companies.parent, brand: brands.own, platform: 'domain', reportingDate: '2026-11-20' }
    const edit = { ...scope, data: [{ id, note: 'Edited' }] }
    const causes = [
      () => post(`/api/save-bulk-data/update-infrigement-status/${id}`, { status: '22', statusfrom: '33' }),
      () => post(`/api/domain/${id}/update-comment`, { clientComment: 'Seen' }),
      () => post('/api/save-bulk-data/bulk-update', edit, 'analyst'),
    ]
    for (const cause of causes) {
      await database.pool.query('update users set seen = true')
      const inScope = [await openStream(people.client), await openStream(people.analyst)]
      const outside = [people.childClient, people.foreignClient]
      const silent = await Promise.all(outside.map(openStream))
      const { statusCode, body } = await cause()
      expect(statusCode, body).toBe(200)
      for (const stream of inScope)
        await expect
          .poll(stream.received, patient)
          .toContain(`event: changes\ndata: {"platform":"domain","ids":"${id}"}`)
      for (const [at, stream] of silent.entries())
        expect(await receivedUntilBell(stream, outside[at]!)).not.toContain('changes')
      for (const stream of [...inScope, ...silent]) stream.close()
    }
  })

  test('of findings of several brands changed at once each client hears of its own alone', async () => {
    const { companies, brands, people } = world
    await database.pool.query('update users set seen = true')
    const [mine, waiting, theirs] = await addFindings(database.db, domain, [
      { companyId: companies.parent, brandId: brands.own, status: '33' },
      { companyId: companies.foreign, brandId: brands.foreign, status: '22' },
      { companyId: companies.foreign, brandId: brands.foreign, status: '33' },
    ])
    const token = await signInAs(database.db, people.admin)
    const cause = (ids: (string | undefined)[]) => () =>
      testApp.server.inject({
        method: 'POST',
        url: '/api/domain/update-bulk-infrigement-status',
        payload: { recordIds: ids.map((id) => ({ id })), status: '22', statusfrom: '33' },
        headers: { authorization: `Bearer ${token}` },
      })
    const eventNames = async (ids: (string | undefined)[]) => {
      const stream = await openStream(people.client)
      await cause(ids)()
      await expect.poll(stream.received, patient).toContain('event: changes')
      stream.close()
      return stream.received()
    }
    expect(await eventNames([mine, waiting, theirs])).toContain(
      `event: changes\ndata: {"platform":"domain","ids":"${mine}"}`,
    )
  })

  test('a stream ends when its session ends', async () => {
    const token = await signInAs(database.db, world.people.client)
    const response = await fetch(`${address}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const ended = response.text()
    await testApp.server.inject({
      method: 'POST',
      url: '/api/users/revoke-token',
      payload: {},
      headers: { authorization: `Bearer ${token}` },
    })
    // A stream that stays open runs into the time limit of the test.
    await ended
  })

  test('an event about a brand that just left the scope of an open stream is not sent', async () => {
    const moveTo = (companyId: string) =>
      database.pool.query('update brands set company_id = $2 where id = $1', [world.brands.own, companyId])
    const eventOf = (brand: string) => `event: requests\ndata: {"brand":"${brand}"}`
    const change = async () => {
      await moveTo(world.companies.foreign)
      await notifyRequestsChanged(database.db, [world.brands.own])
      await notifyRequestsChanged(database.db, [world.brands.child])
    }
    await database.pool.query('update users set seen = true')
    const stream = await openStream(world.people.client)
    await change()
    await expect.poll(stream.received, patient).toContain(world.brands.child)
    await moveTo(world.companies.parent)
    expect(stream.received().trim()).toBe(eventOf(world.brands.child))
    stream.close()
  })

  test('after the connection that listens to the database was lost, pages hear that they may have missed events', async () => {
    await database.pool.query('update users set seen = true')
    const stream = await openStream(world.people.client)
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'brandkeep-live' and datname = current_database()`,
    )
    await expect.poll(stream.received, patient).toContain('event: missed\ndata: {}\n\n')
    stream.close()
  })

  test('a person has at most ten streams; the next is refused until one ends', async () => {
    const token = await signInAs(database.db, world.people.foreignClient)
    const open = async () => {
      const control = new AbortController()
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${address}/api/notifications/stream`, { headers, signal: control.signal })
      return { response, close: () => control.abort() }
    }
    const streams = await Promise.all(Array.from({ length: 10 }, open))
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]))
    const refused = await open()
    expect(refused.response.status).toBe(429)
    expect(await refused.response.json()).toEqual({
      message: 'Live events are already open in ten other pages of this account.',
    })
    // Somebody else may still open one.
    ;(await openStream(world.people.analyst)).close()
    streams[0]!.close()
    const status = async () => {
      const next = await open()
      next.close()
      return next.response.status
    }
    await expect.poll(status).toBe(200)
    for (const stream of streams) stream.close()
  })
})
