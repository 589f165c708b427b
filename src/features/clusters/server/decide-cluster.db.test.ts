import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { website } from '#platforms/website.ts'
import { setUpClusterTests } from './testing.ts'

const actions = setUpActionTests()
const { at, get, post, stored } = actions
const { add, fold, groupsOf, pageOf } = setUpClusterTests(actions)
const overrideReason = 'The client approved by phone on Monday.'

/** A cluster of findings of these statuses that share a phone number with one of another company. */
async function clusterOf(phone: string, statuses: readonly string[], platform: typeof eCommerce = eCommerce) {
  const shared = { contactNumber: phone }
  const ids = await add(
    platform,
    statuses.map((status) => ({ ...shared, status })),
  )
  const { companies, brands } = at.world
  const [foreign] = await add(platform, [shared, shared], { companyId: companies.foreign, brandId: brands.foreign })
  await fold()
  const id = (await groupsOf(ids[0]!))[0]!.clusterId
  return { id, ids, foreign: foreign! }
}
const decide = (id: string, status: string, count: number, who: string, more: object = {}) =>
  post(`clusters/${id}/decide`, { status, count, ...more }, who)
const preview = async (id: string, status: string, who: string, more: object = {}) =>
  (await post(`clusters/${id}/decide/preview`, { status, ...more }, who)).json()
const statusesOf = async (ids: readonly string[]) => (await Promise.all(ids.map(stored))).map(({ status }) => status)

describe('a status for a cluster, by every role', () => {
  test('an Analyst gives every open finding a status of theirs, and not Approved; other companies stay as they are', async () => {
    const { id, ids, foreign } = await clusterOf('+91 98200 70001', ['33', '22', '88', '11', '44', '55'])
    expect(await preview(id, '99', 'analyst')).toEqual({
      total: 6,
      changes: 5,
      leftOut: [{ status: '55', count: 1, reason: 'Closed already' }],
      unapproved: 0,
    })
    const done = await decide(id, '99', 5, 'analyst')
    expect(done.statusCode, done.body).toBe(200)
    expect(done.json()).toMatchObject({ updated: 5, platforms: ['e-commerce'] })
    expect(await statusesOf([...ids, foreign])).toEqual(['99', '99', '99', '99', '99', '55', '33'])
    expect((await pageOf(id)).events[0]).toMatchObject({ type: 'decided', what: 'No Further Action', findings: 5 })
    const [decision] = done.json().decisions
    expect((await post(`decisions/${decision.id}/undo`, {}, 'analyst')).statusCode).toBe(200)
    expect(await statusesOf(ids)).toEqual(['33', '22', '88', '11', '44', '55'])
    expect(await preview(id, '22', 'analyst')).toMatchObject({ changes: 0 })
    expect((await decide(id, '22', 4, 'analyst')).statusCode).toBe(409)
    expect(await statusesOf(ids)).toEqual(['33', '22', '88', '11', '44', '55'])
  })

  test('an Admin sets In Progress and Success, and approves; the number is that of the preview', async () => {
    const { id, ids, foreign } = await clusterOf('+91 98200 70002', ['33', '88', '11'])
    const wrong = await decide(id, '11', 3, 'admin')
    expect(wrong.statusCode).toBe(409)
    expect(wrong.json()).toMatchObject({ matching: 2, preview: { total: 3, changes: 2 } })
    expect((await decide(id, '11', 2, 'admin')).statusCode).toBe(200)
    expect((await decide(id, '22', 3, 'admin')).statusCode).toBe(200)
    expect((await decide(id, '55', 3, 'admin')).statusCode).toBe(200)
    expect(await statusesOf([...ids, foreign])).toEqual(['55', '55', '55', '33'])
  })

  test('a Client asks for test purchases, and sees nothing of a cluster of others', async () => {
    const { id, ids, foreign } = await clusterOf('+91 98200 70003', ['33', '88', '11'])
    expect(await preview(id, '44', 'client')).toMatchObject({ total: 3, changes: 2 })
    expect((await decide(id, '44', 2, 'client')).statusCode).toBe(200)
    expect(await statusesOf(ids)).toEqual(['44', '44', '11'])
    for (const path of ['decide', 'decide/preview'])
      expect((await post(`clusters/${id}/${path}`, { status: '00', count: 1 }, 'foreignClient')).statusCode).toBe(404)
    const [theirs] = await groupsOf(foreign, 'foreignClient')
    for (const path of ['decide', 'decide/preview'])
      expect(
        (await post(`clusters/${theirs!.clusterId}/${path}`, { status: '00', count: 1 }, 'client')).statusCode,
      ).toBe(404)
    expect(await preview(theirs!.clusterId, '00', 'foreignClient')).toMatchObject({ total: 2, changes: 2 })
  })

  test('a status that a platform does not have is left out there', async () => {
    const shared = { reason: 'Sold as a copy, here and there' }
    const [shop] = await add(eCommerce, [shared])
    const [page] = await add(website, [shared])
    await fold()
    const id = (await groupsOf(shop!))[0]!.clusterId
    expect(await preview(id, '44', 'analyst')).toEqual({
      total: 2,
      changes: 1,
      leftOut: [{ status: '33', count: 1, reason: 'Cannot be moved to this status from here' }],
      unapproved: 0,
    })
    expect((await decide(id, '44', 1, 'analyst')).statusCode).toBe(200)
    expect(await statusesOf([shop!, page!])).toEqual(['44', '33'])
  })
})

describe('where the company requires approval before enforcement', () => {
  const setRequired = (isRequired: boolean) =>
    at.database.pool.query('update companies set approval_required = $1 where id = $2', [
      isRequired,
      at.world.companies.parent,
    ])
  beforeEach(() => setRequired(true))
  afterAll(() => setRequired(false))

  test('staff leave out what the client has not approved; an Admin goes on with a reason', async () => {
    const { id, ids } = await clusterOf('+91 98200 70004', ['33', '22', '88', '55'])
    expect(await preview(id, '11', 'analyst')).toEqual({
      total: 4,
      changes: 1,
      leftOut: [
        { status: '55', count: 1, reason: 'Closed already' },
        { status: '33', count: 1, reason: 'Not approved by the client, which the company requires' },
        { status: '88', count: 1, reason: 'Not approved by the client, which the company requires' },
      ],
      unapproved: 2,
    })
    expect((await decide(id, '11', 3, 'analyst')).statusCode).toBe(409)
    expect((await decide(id, '11', 3, 'analyst', { overrideReason })).statusCode).toBe(422)
    expect((await decide(id, '11', 1, 'analyst')).statusCode).toBe(200)
    expect(await statusesOf(ids)).toEqual(['33', '11', '88', '55'])
    // The other moves need no approval.
    expect(await preview(id, '99', 'analyst')).toMatchObject({ changes: 3, unapproved: 0 })
    expect(await preview(id, '11', 'admin', { overrideReason })).toMatchObject({ changes: 2, unapproved: 2 })
    const done = await decide(id, '11', 2, 'admin', { overrideReason })
    expect(done.statusCode, done.body).toBe(200)
    expect(await statusesOf(ids)).toEqual(['11', '11', '11', '55'])
    const { rows } = await at.database.pool.query(
      'select finding_id as id from approval_overrides where finding_id = any($1) and reason = $2',
      [ids, overrideReason],
    )
    expect(rows.map((one) => one.id).sort()).toEqual([ids[0], ids[2]].sort())
    expect((await get(`decisions/${done.json().decisions[0].id}`, 'admin')).json()).toMatchObject({ changed: 2 })
  })
})
