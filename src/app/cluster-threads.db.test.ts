import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Entry } from '#features/activity/contract.ts'
import { setUpClusterTests } from '#features/clusters/server/testing.ts'
import { eCommerce } from '#platforms/e-commerce.ts'

const actions = setUpActionTests()
const { at, get, post } = actions
const { add, fold, groupsOf } = setUpClusterTests(actions)

const thread = (id: string, who: string) => get(`activity/cluster/${id}`, who)
const write = (id: string, who: string, text: string, more: object = {}) =>
  post(`activity/cluster/${id}`, { text, ...more }, who)
const texts = async (id: string, who: string) =>
  ((await thread(id, who)).json().entries as Entry[]).map((entry) => entry.text)
const bellOf = async (who: string): Promise<string> => (await get('notifications', who)).body

/** A cluster of two findings of the own brand that share a phone number. */
let shared: string
const phone = { contactNumber: '+91 98200 77001' }

beforeAll(async () => {
  const ids = await add(eCommerce, [
    { username: 'A', ...phone },
    { username: 'B', ...phone },
  ])
  await fold()
  shared = (await groupsOf(ids[0]!))[0]!.clusterId
})

describe('the thread of a cluster', () => {
  test('clients who see all its findings and staff write to each other; nobody else sees it', async () => {
    expect((await write(shared, 'analyst', 'Who is behind this?')).statusCode).toBe(200)
    expect((await write(shared, 'analyst', 'Looks like last year', { internal: true })).statusCode).toBe(200)
    expect((await write(shared, 'client', 'A former partner')).statusCode).toBe(200)
    expect(await texts(shared, 'client')).toEqual(['A former partner', 'Who is behind this?'])
    expect(await texts(shared, 'admin')).toHaveLength(3)
    expect((await thread(shared, 'client')).json().subject).toMatchObject({ kind: 'cluster', isForStaff: false })
    for (const who of ['foreignClient', 'childClient']) {
      expect((await thread(shared, who)).statusCode).toBe(404)
      expect((await write(shared, who, 'Mine')).statusCode).toBe(404)
      expect((await get(`activity/cluster/${shared}/people`, who)).statusCode).toBe(404)
    }
    await at.testApp.runJobs()
    expect(await bellOf('client')).toContain('Who is behind this?')
    expect(await bellOf('foreignClient')).not.toContain('Who is behind this?')
  })

  test('a finding of a brand they may not see makes it a thread of staff, also before it is counted', async () => {
    const { companies, brands } = at.world
    const hidden = { companyId: companies.parent, brandId: brands.disabled }
    const [extra] = await add(eCommerce, [{ username: 'C', ...phone }], hidden)
    await fold()
    expect((await groupsOf(extra!, 'analyst'))[0]!.clusterId).toBe(shared)
    for (const path of [`activity/cluster/${shared}`, `activity/cluster/${shared}/people`])
      expect([path, (await get(path, 'client')).statusCode]).toEqual([path, 404])
    expect((await write(shared, 'client', 'Still here?')).statusCode).toBe(404)
    // What staff write meanwhile is internal, and no client can be mentioned.
    expect((await thread(shared, 'analyst')).json().subject.isForStaff).toBe(true)
    const refused = await write(shared, 'analyst', 'Brand C too', { mentions: [at.world.people.client] })
    expect(refused.statusCode, refused.body).toBe(422)
    expect((await write(shared, 'analyst', 'Brand C is hit, too')).statusCode).toBe(200)
    await at.testApp.runJobs()
    expect(await bellOf('client')).not.toContain('Brand C')
    // Counts that wait to be counted again do not open it.
    await at.database.pool.query('update clusters set is_stale = true where id = $1', [shared])
    await at.database.pool.query('delete from cluster_counts where cluster_id = $1 and brand_id = $2', [
      shared,
      brands.disabled,
    ])
    expect((await thread(shared, 'client')).statusCode).toBe(404)
    // Once that finding is gone the client reads what was written for clients, and nothing of what was not.
    await at.database.pool.query('update findings set deleted_at = now() where id = $1', [extra])
    await fold()
    await expect.poll(async () => (await thread(shared, 'client')).statusCode).toBe(200)
    expect(await texts(shared, 'client')).toEqual(['A former partner', 'Who is behind this?'])
  })

  test('a cluster that is joined into another brings its messages along', async () => {
    const both = await add(eCommerce, [{ storeId: 'S-7701' }, { storeId: 'S-7701' }])
    await fold()
    const other = (await groupsOf(both[0]!))[0]!.clusterId
    await write(other, 'admin', 'Who owns the store?')
    await write(other, 'client', 'About the store')
    await add(eCommerce, [{ storeId: 'S-7701', ...phone }])
    await fold()
    const joined = (await groupsOf(both[0]!))[0]!.clusterId
    expect([shared, other]).toContain(joined)
    for (const id of [shared, other])
      expect(await texts(id, 'client')).toEqual([
        'About the store',
        'Who owns the store?',
        'A former partner',
        'Who is behind this?',
      ])
    await at.testApp.runJobs()
    // Whoever wrote in either thread takes part in the joined one: is notified, and can be mentioned by clients.
    await write(joined, 'client', 'Both are one now')
    await at.testApp.runJobs()
    for (const who of ['analyst', 'admin'])
      expect([who, await bellOf(who)]).toEqual([who, expect.stringContaining('Both are one now')])
    const people = (await get(`activity/cluster/${joined}/people`, 'client')).json().people as { id: string }[]
    const { analyst, admin } = at.world.people
    expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([analyst, admin]))
  })
})
