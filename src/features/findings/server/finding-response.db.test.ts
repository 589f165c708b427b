import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { sql } from '#kit/server/db.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { appStore } from '#platforms/app-store.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { socialMedia } from '#platforms/social-media.ts'
import { website } from '#platforms/website.ts'
import { foldCounters } from './counters.ts'
import { addFindings, type TestFinding } from './testing.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
const tokens: Record<string, string> = {}

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  for (const [name, id] of Object.entries(world.people)) tokens[name] = await signInAs(database.db, id)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

type Query = Record<string, string | string[]>
const get = (path: string, query: Query = {}, who = 'client') => {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) search.append(name, value)
  const headers = { authorization: `Bearer ${tokens[who]!}` }
  return testApp.server.inject({ url: `/api/${path}?${search.toString()}`, headers })
}
const january = { startDate: '2024-01-01', endDate: '2024-01-31' }
/** Stores findings of the Client's own brand; each test uses a month of its own. */
const own = (platform: Platform, given: Record<string, unknown>[]) =>
  addFindings(
    database.db,
    platform,
    given.map((finding): TestFinding => ({ companyId: world.companies.parent, brandId: world.brands.own, ...finding })),
  )

describe('a record', () => {
  const only = async (platform: Platform, more: Record<string, unknown> = {}) => {
    const [id] = await own(platform, [{ reportingDate: '2024-01-15', ...more }])
    const { docs } = (
      await get(platform.path, { ...january, sortBy: 'reportingDate', sortOrder: 'desc', perPage: '50' })
    ).json()
    return docs.find((doc: { id: string }) => doc.id === id)
  }

  test.each(platforms.map((platform) => [platform.title, platform] as const))(
    'C-151 the common fields of %s',
    async (_title, platform) => {
      const doc = await only(platform, { clientComment: 'Seen', reason: 'Copy', priority: 'High', reasonCode: '12307' })
      expect(doc).toMatchObject({
        _id: doc.id,
        imageUrl: expect.stringMatching(/^https:\/\/img\.example\//),
        reportingDate: '2024-01-15',
        dateAdded: '2024-01-15',
        priority: 'High',
        status: '33',
        reason: 'Copy',
        reasonCode: '12307',
        clientComment: 'Seen',
        company: { id: world.companies.parent, _id: world.companies.parent, name: 'Acme' },
        brand: { id: world.brands.own, brandName: 'Acme One' },
        url: expect.any(String),
      })
      expect(doc).toHaveProperty('lastMofifiedDate')
    },
  )

  test.each([
    [
      'C-152',
      domain,
      'domain tld registrar advertiser ipAddress hosting expiryDate registrationDate name org state country emailAddress',
    ],
    ['C-153', website, 'url domain advertiser ipAddress'],
    [
      'C-154',
      socialMedia,
      'heading link platform dateAdded advertiser PostDate LikesCount CommentsCount SharedCount PostDuration_yt Follwer/SubscriberCount FollowingCount Creation/JoiningDate PostCount/YouTube_VideoCount ViewCount Telegram_LinkCount videoUrl LastPostDate LastPostComments LastPostLikes LastPostShare LastPostCount',
    ],
    [
      'C-155',
      eCommerce,
      'title site price mrp username sellerCountInCompany sellerCountOutsideCompany sellerRating storeId address city country',
    ],
    [
      'C-156',
      appStore,
      'appName appStore numberOfDownload version storeVersion price latestPublishDate reviews ratings developerName website address numberOfApps',
    ],
  ] as const)('%s has its own fields', async (_id, platform, names) => {
    const doc = await only(platform)
    for (const name of names.split(' ')) expect(doc[name], name).not.toBeUndefined()
    for (const name of names.split(' ')) expect(doc[name], name).not.toBeNull()
  })

  test('a picture is a link: signed for a stored object, an address unchanged, else null', async () => {
    const stored = await only(domain, { image: 'a b.png', imageBucket: 'newscrapper', imageKey: '2024/01/15/x.png' })
    expect(stored.imageUrl).toContain('/api/files/newscrapper/2024%2F01%2F15%2Fx.png')
    expect((await only(domain, { image: 'lost.png' })).imageUrl).toBeNull()
    expect((await only(domain, { image: 'http://a.test/b.png' })).imageUrl).toBe('http://a.test/b.png')
  })

  test('a missing reason code or priority is blank', async () => {
    expect(await only(website, { priority: null, reasonCode: null })).toMatchObject({ priority: '', reasonCode: '' })
  })

  test('C-155 sellers are counted inside and outside the company, in any letter case, on the same site', async () => {
    const seller = (companyId: string, brandId: string, username: string, site = 'shop', more = {}) => ({
      companyId,
      brandId,
      username,
      site,
      reportingDate: '2021-06-06',
      ...more,
    })
    const [first, second, , , other, abroad] = await addFindings(database.db, eCommerce, [
      seller(world.companies.parent, world.brands.own, 'Copy Store'),
      seller(world.companies.parent, world.brands.own, 'COPY store', 'SHOP'),
      seller(world.companies.parent, world.brands.own, 'Copy Store', 'other site'),
      seller(world.companies.parent, world.brands.own, 'Copy Store', 'shop', { deletedAt: '2021-07-01' }),
      seller(world.companies.parent, world.brands.own, 'Another'),
      seller(world.companies.foreign, world.brands.foreign, 'copy STORE'),
      seller(world.companies.foreign, world.brands.foreign, 'copy store'),
    ])
    const counts = async () => {
      const { docs } = (await get('ecommerce', { startDate: '2021-06-06', endDate: '2021-06-06' })).json()
      expect(JSON.stringify(docs)).not.toContain('Zenith')
      const doc = docs.find((one: { id: string }) => one.id === first)
      return [doc.sellerCountInCompany, doc.sellerCountOutsideCompany]
    }
    expect(await counts()).toEqual([1, 2])
    await foldCounters(database.db)
    expect(await counts()).toEqual([1, 2])
    await sql`update findings_e_commerce set username = 'Copy Store' where finding_id = ${other!}`.execute(database.db)
    await sql`update findings set deleted_at = now() where id = ${second!}`.execute(database.db)
    await sql`delete from findings where id = ${abroad!}`.execute(database.db)
    expect(await counts()).toEqual([1, 1])
    await sql`update findings set deleted_at = null where id = ${second!}`.execute(database.db)
    await foldCounters(database.db)
    expect(await counts()).toEqual([2, 1])
  })

  test('C-109 the e-commerce list has the sorted distinct sites of the caller’s scope', async () => {
    const facet = (companyId: string, brandId: string, value: string) =>
      sql`insert into facets values (${companyId}, 'e-commerce', ${brandId}, 'site', ${value})`.execute(database.db)
    await facet(world.companies.parent, world.brands.own, 'zed')
    await facet(world.companies.child, world.brands.child, 'zed')
    await facet(world.companies.child, world.brands.child, 'Alpha')
    await facet(world.companies.foreign, world.brands.foreign, 'secret')
    expect((await get('ecommerce')).json().domainUniqueSites).toEqual(['Alpha', 'zed'])
    expect((await get('ecommerce/facets')).json()).toEqual({ site: ['Alpha', 'zed'] })
  })
})
