import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { findingNeedsClient, findingsAdded } from '#features/findings/contract-jobs.ts'
import { onlyAllowedTags } from '#features/notifications/rules.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { notificationHandlers } from './notify-clients.ts'
import { notifyPeople } from './notify-people.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
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

  test('C-265 thousands are separated, as on every screen', async () => {
    const findingIds = Array.from({ length: 1200 }, newId)
    await database.pool.query('update users set seen = true')
    await added(world.brands.child, world.companies.child, 'domain', findingIds)
    await testApp.runJobs()
    const [newest] = (await list(world.people.childClient)).docs
    expect(newest.notificationText).toContain('<b>1,200</b> new findings')
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
    expect(answer.json()).toEqual({
      company: world.companies.child,
      brand: world.brands.child,
      platform: expect.any(String),
    })
    for (const other of [world.people.childClient, world.people.foreignClient, world.people.analyst])
      expect((await scope(other, newest.id)).statusCode).toBe(404)
    expect((await scope(world.people.client, newId())).statusCode).toBe(404)
    expect((await scope(world.people.client, 'x')).statusCode).toBe(404)
  })

  test('what a person may no longer see is not in the bell any more, and comes back with the access', async () => {
    const notice = { companyId: world.companies.child, platform: 'domain', model: 'Activity', findingIds: [] }
    const ofBrand = { ...notice, id: newId(), brandId: world.brands.child, text: 'A message about a brand' }
    const ofCompany = { ...notice, id: newId(), brandId: null, text: 'A message about a cluster' }
    const { childClient } = world.people
    await notifyPeople(database.db, ofBrand, [childClient])
    await notifyPeople(database.db, ofCompany, [childClient])
    const texts = async () =>
      (await list(childClient, '?perPage=100')).docs.map((doc: { notificationText: string }) => doc.notificationText)
    const everything = await texts()
    expect(everything).toEqual(expect.arrayContaining([ofBrand.text, ofCompany.text]))

    const enableBrand = (is: boolean) =>
      database.pool.query('update brands set enabled = $1 where id = $2', [is, world.brands.child])
    await enableBrand(false)
    expect(await texts()).toEqual(everything.filter((text: string) => text === ofCompany.text))
    await enableBrand(true)

    const moveTo = (companyId: string) =>
      database.pool.query('update users set company_id = $1 where id = $2', [companyId, childClient])
    await moveTo(world.companies.foreign)
    expect(await list(childClient)).toMatchObject({ docs: [], totalDocs: 0 })
    const scope = await testApp.server.inject({
      url: `/api/notifications/${ofBrand.id}/scope`,
      headers: { authorization: `Bearer ${await signInAs(database.db, childClient)}` },
    })
    expect(scope.statusCode).toBe(404)
    await moveTo(world.companies.child)
    expect(await texts()).toEqual(everything)
  })

  test('staff who become clients lose the notifications they got as staff', async () => {
    const { childClient } = world.people
    const become = (role: string, companyId: string | null) =>
      database.pool.query('update users set role = $1, company_id = $2 where id = $3', [role, companyId, childClient])
    await become('Analyst', null)
    const notice = { companyId: world.companies.child, brandId: world.brands.child, platform: 'domain' }
    const internal = { ...notice, id: newId(), model: 'Activity', findingIds: [], text: 'An internal message' }
    await notifyPeople(database.db, internal, [childClient])
    expect(JSON.stringify(await list(childClient))).toContain(internal.text)
    await become('Admin', null)
    expect(JSON.stringify(await list(childClient))).toContain(internal.text)
    await become('Client', world.companies.child)
    expect(await list(childClient)).toMatchObject({ docs: [], totalDocs: 0 })
  })

  test('a notification of no single brand has no scope', async () => {
    const id = newId()
    const notice = { companyId: world.companies.parent, brandId: null, platform: '', model: 'Activity', findingIds: [] }
    await notifyPeople(database.db, { ...notice, id, text: 'A message' }, [world.people.client])
    const answer = await testApp.server.inject({
      url: `/api/notifications/${id}/scope`,
      headers: { authorization: `Bearer ${await signInAs(database.db, world.people.client)}` },
    })
    expect(answer.statusCode).toBe(404)
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
