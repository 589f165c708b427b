import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { findingNeedsClient, findingsAdded } from '#features/findings/contract-jobs.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf } from '#platforms/all.ts'
import { notificationHandlers } from './notify-clients.ts'

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

const request = async (userId: string, url: string, payload?: object) =>
  testApp.server.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/${url}`,
    ...(payload ? { payload } : {}),
    headers: { authorization: `Bearer ${await signInAs(database.db, userId)}` },
  })
const textsOf = async (userId: string): Promise<string[]> =>
  (await request(userId, 'notifications')).json().docs.map((doc: { notificationText: string }) => doc.notificationText)
const markSeen = (userId: string) => request(userId, 'users/v1/markNotification', { seen: true })

const review = async (findingIds: string[], platform = 'domain') => {
  const { child: companyId } = world.companies
  const { child: brandId } = world.brands
  await enqueue(database.db, findingNeedsClient, { companyId, brandId, platform, findingIds, status: '88' })
  await testApp.runJobs()
}
const stored = (domain: string) => {
  const [companyId, brandId] = [world.companies.child, world.brands.child]
  return addFindings(database.db, platformOf('domain')!, [{ companyId, brandId, status: '88', domain }])
}

test('C-052 C-073 equal notices are one until the bell is looked at: it names its finding, counts several and opens all', async () => {
  const { client, childClient } = world.people
  const first = await stored('one.test')
  await review(first)
  const one = 'The finding <b>one.test</b> on <b>Domain</b> for <b>Acme Junior</b> is now <i>Client Review</i>.'
  expect(await textsOf(client)).toEqual([one])
  await review(await stored('two.test'))
  const two = '<b>2</b> findings on <b>Domain</b> for <b>Acme Junior</b> are now <i>Client Review</i>.'
  expect([await textsOf(client), await textsOf(childClient)]).toEqual([[two], [two]])

  // Who looked gets the third for itself; for the other it is one of three.
  await markSeen(client)
  await review([...(await stored('three.test')), ...first])
  expect(await textsOf(client)).toEqual([two, two])
  expect(await textsOf(childClient)).toEqual([two.replace('2', '3')])

  const [newest] = (await request(childClient, 'notifications')).json().docs
  const listed = await request(childClient, `domain?notification=${newest.id}`)
  const domains = listed.json().docs.map((doc: { domain: string }) => doc.domain)
  expect(domains.toSorted()).toEqual(['one.test', 'three.test', 'two.test'])
  expect((await request(childClient, `notifications/${newest.id}/scope`)).statusCode).toBe(200)
})

test('C-052 others are not joined: of another brand, platform or kind, and of too many findings', async () => {
  const { foreignClient } = world.people
  const about = { companyId: world.companies.foreign, brandId: world.brands.foreign }
  const add = async (platform: string, count: number) => {
    const findingIds = `{${Array.from({ length: count }, newId).join()}}`
    await enqueue(database.db, findingsAdded, { ...about, platform, findingIds, count })
    await testApp.runJobs()
  }
  await add('website', 1)
  await add('website', 2)
  await add('e-commerce', 1)
  await enqueue(database.db, findingNeedsClient, {
    ...about,
    platform: 'website',
    findingIds: [newId()],
    status: '88',
  })
  await testApp.runJobs()
  await add('website', 1999)
  const texts = await textsOf(foreignClient)
  expect(texts.map((text) => text.replaceAll(/<.?.>| for .*/g, ''))).toEqual([
    '1,999 new findings on Website',
    'A finding on Website',
    '1 new finding on E-commerce',
    '3 new findings on Website',
  ])
})

test('a joined notice is not joined again by a second run of its job', async () => {
  const { client } = world.people
  await markSeen(client)
  const { child: companyId } = world.companies
  const handler = notificationHandlers(testApp.app).find((one) => one.job === findingsAdded)!
  const run = (jobId: string, findingId: string) =>
    handler.run(
      { companyId, brandId: world.brands.child, platform: 'e-commerce', findingIds: `{${findingId}}`, count: 1 },
      { jobId },
    )
  const [jobId, again] = [newId(), newId()]
  await run(newId(), newId())
  await run(jobId, again)
  await markSeen(client)
  await run(jobId, again)
  expect((await textsOf(client)).filter((text) => text.includes('E-commerce'))).toEqual([
    '<b>2</b> new findings on <b>E-commerce</b> for <b>Acme Junior</b> await your approval.',
  ])
})

test('C-073 a link to a notice that was joined with another opens the joined one, for the person who has it', async () => {
  const { client, childClient } = world.people
  const noticeOf = async (userId: string) =>
    (
      await rows<{ id: string }>(
        database.db,
        sql`select notice_id as id from notifications where user_id = ${userId} order by created_at desc limit 1`,
      )
    )[0]!.id
  const opened = async (userId: string, id: string) => {
    const listed = await request(userId, `domain?notification=${id}`)
    const scope = await request(userId, `notifications/${id}/scope`)
    return [
      scope.statusCode,
      listed
        .json()
        .docs.map((doc: { domain: string }) => doc.domain)
        .toSorted(),
    ]
  }
  await markSeen(client)
  await markSeen(childClient)
  await review(await stored('first.test'))
  const first = await noticeOf(client)
  // Who looked keeps the notice as it is; for the other it becomes another, with the second and the third.
  await markSeen(client)
  await review(await stored('second.test'))
  const second = await noticeOf(client)
  await review(await stored('third.test'))
  expect(await opened(client, first)).toEqual([200, ['first.test']])
  expect(await opened(client, second)).toEqual([200, ['second.test', 'third.test']])
  const all = ['first.test', 'second.test', 'third.test']
  for (const id of [first, second]) expect(await opened(childClient, id)).toEqual([200, all])
  expect(await opened(world.people.foreignClient, first)).toEqual([404, []])
})
