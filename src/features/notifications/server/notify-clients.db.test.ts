import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { findingNeedsClient, findingsAdded } from '#features/findings/contract-jobs.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { onlyAllowedTags } from '#features/notifications/rules.ts'
import { notifyRequestsChanged } from '#features/requests/server/live.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { domain } from '#platforms/domain.ts'
import { notificationHandlers } from './notify-clients.ts'

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

const list = async (userId: string, query = '') => {
  const token = await signInAs(database.db, userId)
  const answer = await testApp.server.inject({
    url: `/api/notifications${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.json()
}
const seenOf = async (userId: string) =>
  (await database.pool.query('select seen from users where id = $1', [userId])).rows[0].seen
const added = (brandId: string, companyId: string, platform = 'e-commerce', findingIds = [newId()]) =>
  enqueue(database.db, findingsAdded, {
    companyId,
    brandId,
    platform,
    findingIds: `{${findingIds.join()}}`,
    count: findingIds.length,
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

describe('notifying clients', () => {
  test('C-265 C-148 everyone whose scope has the brand gets one notification, newest first, in pages', async () => {
    await added(world.brands.child, world.companies.child, 'e-commerce', [newId(), newId()])
    await testApp.runJobs()
    await added(world.brands.child, world.companies.child, 'domain')
    await testApp.runJobs()
    for (const person of [world.people.client, world.people.childClient]) {
      const page = await list(person)
      expect(page).toMatchObject({ totalDocs: 2, page: 1, hasNextPage: false, pagingCounter: 1 })
      expect(page.docs.map((doc: { model: string }) => doc.model)).toEqual(['Domain', 'Ecommerce'])
      expect(page.docs[1]).toEqual({
        id: expect.any(String),
        _id: page.docs[1].id,
        model: 'Ecommerce',
        notificationText: '<b>2</b> new findings on <b>E-commerce</b> for <b>Acme Junior</b> await your approval.',
        createdDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      })
    }
    const second = await list(world.people.client, '?page=2&perPage=1')
    expect(second.docs.map((doc: { model: string }) => doc.model)).toEqual(['Ecommerce'])
    for (const other of [world.people.foreignClient, world.people.analyst, world.people.blocked])
      expect((await database.pool.query('select 1 from notifications where user_id = $1', [other])).rows).toEqual([])
  })

  test('nobody is notified of a disabled brand or a platform the brand does not have', async () => {
    const before = (await list(world.people.client)).totalDocs
    await added(world.brands.disabled, world.companies.parent)
    await added(world.brands.child, world.companies.child, 'website')
    await testApp.runJobs()
    expect((await list(world.people.client)).totalDocs).toBe(before)
  })

  test('a job that runs twice notifies once', async () => {
    const handler = notificationHandlers(testApp.app).find((one) => one.job === findingNeedsClient)!
    const payload = {
      companyId: world.companies.foreign,
      brandId: world.brands.foreign,
      platform: 'website',
      findingIds: [newId()],
      status: '88',
    }
    const jobId = newId()
    await handler.run(payload, { jobId })
    await database.pool.query('update users set seen = true where id = $1', [world.people.foreignClient])
    await handler.run(payload, { jobId })
    const page = await list(world.people.foreignClient)
    expect(page.totalDocs).toBe(1)
    expect(page.docs[0].notificationText).toBe(
      'A finding on <b>Website</b> for <b>Zenith One</b> is now <i>Client Review</i>.',
    )
    expect(await seenOf(world.people.foreignClient)).toBe(true)
  })

  test('C-211 C-266 a new notification turns the bell red, and only the user can turn it grey', async () => {
    await added(world.brands.own, world.companies.parent)
    await testApp.runJobs()
    expect(await seenOf(world.people.client)).toBe(false)
    const token = await signInAs(database.db, world.people.client)
    const mark = (userId: string, seen: unknown) =>
      testApp.server.inject({
        method: 'POST',
        url: '/api/users/v1/markNotification',
        payload: { userId, seen },
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await mark(world.people.foreignClient, true)).statusCode).toBe(403)
    for (const neither of ['maybe', 2, null]) expect((await mark(world.people.client, neither)).statusCode).toBe(422)
    for (const seen of [true, false, 1]) {
      expect((await mark(world.people.client, seen)).statusCode).toBe(200)
      expect(await seenOf(world.people.client)).toBe(Boolean(seen))
    }
  })

  test('C-348 a notification names the company and brand of its records, to its user only', async () => {
    await added(world.brands.child, world.companies.child)
    await testApp.runJobs()
    const [newest] = (await list(world.people.client)).docs
    const scope = async (userId: string, id: string) =>
      testApp.server.inject({
        url: `/api/notifications/${id}/scope`,
        headers: { authorization: `Bearer ${await signInAs(database.db, userId)}` },
      })
    const answer = await scope(world.people.client, newest.id)
    expect(answer.json()).toEqual({ company: world.companies.child, brand: world.brands.child })
    for (const other of [world.people.childClient, world.people.foreignClient, world.people.analyst])
      expect((await scope(other, newest.id)).statusCode).toBe(404)
    expect((await scope(world.people.client, newId())).statusCode).toBe(404)
    expect((await scope(world.people.client, 'x')).statusCode).toBe(404)
  })

  test('C-149 a brand name cannot bring markup into the text, and other tags are removed', async () => {
    await database.pool.query('update brands set brand_name = $1 where id = $2', [
      '<img src=x onerror=alert(1)>',
      world.brands.foreign,
    ])
    await added(world.brands.foreign, world.companies.foreign)
    await testApp.runJobs()
    const [doc] = (await list(world.people.foreignClient)).docs
    expect(doc.notificationText).toContain('<b>&lt;img src=x onerror=alert(1)&gt;</b>')
    expect(onlyAllowedTags('<b>a</b><br/><i>c</i>')).toBe('<b>a</b><br/><i>c</i>')
    expect(onlyAllowedTags('<script>x</script><b onclick=y>z</b><scr<b>ipt>1 < 2 <img/src=x')).toBe(
      'xz</b>&lt;scr<b>ipt>1 &lt; 2 ',
    )
    expect(onlyAllowedTags('<!-- <b> --><svg/onload=x>')).not.toMatch(/<(?!\/?[bi]>|br)/)
  })
})

describe('live events', () => {
  test('the bell updates within two seconds, only for users in scope', async () => {
    const mine = await signInAs(database.db, world.people.client)
    const theirs = await signInAs(database.db, world.people.foreignClient)
    await database.pool.query('update users set seen = true')
    await testApp.runJobs()
    const save = () => added(world.brands.own, world.companies.parent)
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

  test('a changed finding reaches the clients of its brand, by its id, and neither staff nor others', async () => {
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
        eventsOf(people.analyst, quiet, () => false),
      ])
      expect(client).toContain(`event: changes\ndata: {"platform":"domain","ids":"${id}"}`)
      for (const other of [childClient, stranger, analyst]) expect(other).not.toContain('changes')
    }
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
