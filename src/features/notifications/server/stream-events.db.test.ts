import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { findingsAdded } from '#features/findings/contract-jobs.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { notifyRequestsChanged } from '#features/requests/server/live.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { domain } from '#platforms/domain.ts'

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

/** Reads a user's stream until `enough` is true or two seconds have passed. */
async function collectEvents(
  token: string,
  during: () => Promise<unknown>,
  enough: (text: string) => boolean,
): Promise<{ text: string; ms: number }> {
  const control = new AbortController()
  const response = await fetch(`${address}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: control.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let began = 0
  const readLoop = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      if (began > 0 && enough(text)) return
    }
  })()
  await sleep(100)
  text = ''
  began = performance.now()
  await during()
  await Promise.race([readLoop, sleep(2000)])
  const ms = performance.now() - began
  control.abort()
  await readLoop.catch(() => undefined)
  return { text, ms }
}

describe('live events', () => {
  test('the bell updates within two seconds, only for users in scope', async () => {
    const mine = await signInAs(database.db, world.people.client)
    const theirs = await signInAs(database.db, world.people.foreignClient)
    await database.pool.query('update users set seen = true')
    await testApp.runJobs()
    const save = () =>
      enqueue(database.db, findingsAdded, {
        companyId: world.companies.parent,
        brandId: world.brands.own,
        platform: 'e-commerce',
        findingIds: `{${newId()}}`,
        count: 1,
      })
    const [received, silence] = await Promise.all([
      collectEvents(mine, save, (text) => text.includes('event: findings') && text.includes('event: notification')),
      collectEvents(
        theirs,
        () => Promise.resolve(),
        () => false,
      ),
    ])
    expect(received.text).toContain('event: notification\ndata: {"seen":false}')
    expect(received.text).toContain(`event: findings\ndata: {"platform":"e-commerce","brand":"${world.brands.own}"}`)
    expect(received.ms).toBeLessThan(2000)
    expect(silence.text).toBe('')
  })

  test('a change of client requests reaches staff and the clients of the brand only', async () => {
    const change = () => notifyRequestsChanged(database.db, [world.brands.own])
    const eventsOf = async (person: string, cause: () => Promise<unknown>, isOver: (text: string) => boolean) =>
      (await collectEvents(await signInAs(database.db, person), cause, isOver)).text
    const isNotified = (text: string) => text.includes('event: requests')
    await database.pool.query('update users set seen = true')
    const [client, analyst, stranger] = await Promise.all([
      eventsOf(world.people.client, change, isNotified),
      eventsOf(world.people.analyst, change, isNotified),
      eventsOf(world.people.foreignClient, change, () => false),
    ])
    for (const events of [client, analyst])
      expect(events).toContain(`event: requests\ndata: {"brand":"${world.brands.own}"}`)
    expect(stranger).toBe('')
  })

  test('a changed finding reaches the clients of its brand and staff, by its id, and nobody else', async () => {
    const { companies, brands, people } = world
    await database.pool.query('update users set seen = true')
    const eventsOf = async (person: string, cause: () => Promise<unknown>, isOver: (text: string) => boolean) =>
      (await collectEvents(await signInAs(database.db, person), cause, isOver)).text
    const [id] = await addFindings(database.db, domain, [
      { companyId: companies.parent, brandId: brands.own, status: '33' },
    ])
    const token = await signInAs(database.db, people.client)
    const post = (url: string, payload: object) =>
      testApp.server.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
    const causes = [
      () => post(`/api/save-bulk-data/update-infrigement-status/${id}`, { status: '22', statusfrom: '33' }),
      () => post(`/api/domain/${id}/update-comment`, { clientComment: 'Seen' }),
    ]
    for (const cause of causes) {
      const isNotified = (text: string) => text.includes('event: changes')
      const quiet = () => Promise.resolve()
      const [client, childClient, stranger, analyst] = await Promise.all([
        eventsOf(people.client, cause, isNotified),
        eventsOf(people.childClient, quiet, () => false),
        eventsOf(people.foreignClient, quiet, () => false),
        eventsOf(people.analyst, quiet, isNotified),
      ])
      for (const told of [client, analyst])
        expect(told).toContain(`event: changes\ndata: {"platform":"domain","ids":"${id}"}`)
      for (const other of [childClient, stranger]) expect(other).not.toContain('changes')
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
    const heard = async (ids: (string | undefined)[]) =>
      (
        await collectEvents(await signInAs(database.db, people.client), cause(ids), (text) =>
          text.includes('event: changes'),
        )
      ).text
    expect(await heard([mine, waiting, theirs])).toContain(
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
    await expect(Promise.race([ended.then(() => 'ended'), sleep(2000).then(() => 'still open')])).resolves.toBe('ended')
  })

  test('an event about a brand that just left the scope of an open stream is not sent', async () => {
    const moveTo = (companyId: string) =>
      database.pool.query('update brands set company_id = $2 where id = $1', [world.brands.own, companyId])
    const token = await signInAs(database.db, world.people.client)
    const eventOf = (brand: string) => `event: requests\ndata: {"brand":"${brand}"}`
    const change = async () => {
      await moveTo(world.companies.foreign)
      await notifyRequestsChanged(database.db, [world.brands.own])
      await notifyRequestsChanged(database.db, [world.brands.child])
    }
    await database.pool.query('update users set seen = true')
    const { text } = await collectEvents(token, change, (received) => received.includes(world.brands.child))
    await moveTo(world.companies.parent)
    expect(text.trim()).toBe(eventOf(world.brands.child))
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
    const other = await signInAs(database.db, world.people.analyst)
    expect(
      (
        await collectEvents(
          other,
          async () => undefined,
          () => true,
        )
      ).ms,
    ).toBeGreaterThanOrEqual(0)
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
