import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { bearerOf, sampleRow } from '#features/intake/server/testing.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { today } from '#vocabulary/dates.ts'
import { fileNameOf } from './drafts.ts'
import { dropOldDrafts } from './submit-draft.ts'
import { type StagingCalls, stagingCalls } from './testing.ts'

const eCommerce = platformOf('e-commerce')!

let database: TestDatabase
let world: TestWorld
let testApp: TestApp
let analyst: StagingCalls
let admin: StagingCalls
let headers: Record<'analyst' | 'admin' | 'client', Record<string, string>>

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  const { people } = world
  headers = {
    analyst: await bearerOf(database.db, people.analyst),
    admin: await bearerOf(database.db, people.admin),
    client: await bearerOf(database.db, people.client),
  }
  const scope = { company: world.companies.parent, brand: world.brands.own, platform: 'e-commerce' }
  analyst = stagingCalls(testApp.server, headers.analyst, scope)
  admin = stagingCalls(testApp.server, headers.admin, scope)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

let serial = 0
/** The cells of a row that can be submitted, as nobody else has them. */
function cells(more: object = {}): Record<string, unknown> {
  const { sn: _, dateAdded: _date, brand: _brand, employeeCode: _code, ...staged } = sampleRow(eCommerce, ++serial)
  return { ...staged, ...more }
}
const begin = async () => (await analyst.create()).body._id
const countFindings = async () =>
  (await row<{ n: number }>(database.db, sql`select count(*) as n from findings where deleted_at is null`))!.n

describe('drafts', () => {
  test('S-109 S-212 S-214 G80 a draft has an id and a file name, and the staff of the brand find it in the list', async () => {
    const made = await analyst.create()
    expect(made).toEqual({
      status: 200,
      body: { _id: expect.any(String), fileName: expect.stringMatching(/^.+_e-commerce_\d{8}-\d{6}$/) },
    })
    const { status, body } = await admin.drafts()
    expect([status, body.find(({ _id }) => _id === made.body._id)?.fileName]).toEqual([200, made.body.fileName])
    const otherPlatform = await admin.drafts({ platform: 'domain' })
    expect(otherPlatform.body.map(({ _id }) => _id)).not.toContain(made.body._id)
    const at = new Date('2026-03-09T20:05:07Z')
    expect(fileNameOf({ brandName: 'Acme', platform: eCommerce }, 'Asia/Kolkata', at)).toBe(
      'Acme_e-commerce_20260310-013507',
    )
  })

  test('beginning a draft again with its id gives the same one; nobody else gets it', async () => {
    const _id = newId()
    const first = await analyst.create({ _id })
    expect((await analyst.create({ _id })).body).toEqual(first.body)
    expect((await admin.create({ _id })).status).toBe(422)
  })

  test('S-110 S-129 S-213 S-215 S-216 S-217 S-307 a row is saved, changed and removed; it says who saved it and when', async () => {
    const draftId = await begin()
    const picture = { imageUrl: '/api/files/x/y', s3BucketName: 'pictures', s3FullImagePath: 'a/b.png', updated: true }
    const saved = await analyst.save(draftId, { ...cells({ title: 'First' }), ...picture, unknown: 'x' }, { sn: 3 })
    expect([saved.status, saved.body.message]).toEqual([200, 'Draft saved successfully.'])
    const { _id } = saved.body.data
    expect(saved.body.data).toMatchObject({
      fileId: draftId,
      sn: 3,
      version: 1,
      savedById: world.people.analyst,
      data: { sn: 3, title: 'First', ...picture },
    })
    expect(saved.body.data.data).not.toHaveProperty('unknown')
    const changed = await admin.update(draftId, _id, cells({ title: 'Second' }), { version: 1 })
    expect(changed.body.data).toMatchObject({ version: 2, savedById: world.people.admin, data: { title: 'Second' } })
    const { body } = await analyst.rows(draftId)
    expect(body.draftItems).toEqual([changed.body.data])
    expect(body.draft).toMatchObject({ rows: 1, savedBy: changed.body.data.savedBy })
    expect(Math.abs(Date.parse(body.draftItems[0]!.savedAt) - Date.now())).toBeLessThan(60_000)
    expect((await analyst.remove(_id)).status).toBe(200)
    expect((await analyst.rows(draftId)).body).toMatchObject({ draft: { rows: 0 }, draftItems: [] })
    expect((await analyst.remove(_id)).status).toBe(404)
  })

  test('S-057 G44 a row without a status has the first of the four', async () => {
    const draftId = await begin()
    const { status: _, ...rest } = cells()
    expect((await analyst.save(draftId, rest)).body.data.data['status']).toBe('33')
  })

  test('a repeated first save changes the row that it made; two new rows with one number get two', async () => {
    const draftId = await begin()
    const _id = newId()
    await analyst.save(draftId, cells(), { _id, sn: 1 })
    await analyst.save(draftId, cells({ title: 'Again' }), { _id, sn: 1 })
    await admin.save(draftId, cells(), { sn: 1 })
    const { draftItems } = (await analyst.rows(draftId)).body
    expect(draftItems.map(({ sn, data }) => [sn, data['title'] === 'Again'])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  test('S-216 a row that somebody else saved meanwhile is answered with 409 and the newer one, never overwritten', async () => {
    const draftId = await begin()
    const { _id } = (await analyst.save(draftId, cells())).body.data
    await admin.update(draftId, _id, cells({ title: 'Theirs' }), { version: 1 })
    const late = await analyst.update(draftId, _id, cells({ title: 'Mine' }), { version: 1 })
    expect([late.status, late.body.data.data['title'], late.body.data.version]).toEqual([409, 'Theirs', 2])
    expect(late.body.message).toContain('saved this row meanwhile')
    const several = await analyst.saveRows(
      draftId,
      [
        { _id, version: 1, data: cells({ title: 'Mine' }) },
        { _id: newId(), sn: 7, data: cells() },
      ],
      [],
    )
    expect([several.body.saved.map(({ sn }) => sn), several.body.refused.map((one) => one.data['title'])]).toEqual([
      [7],
      ['Theirs'],
    ])
    // Whoever opened it before it was removed is told too.
    await admin.saveRows(draftId, [], [{ _id, version: 2 }])
    const removed = await analyst.update(draftId, _id, cells(), { version: 2 })
    expect([removed.status, removed.body.message]).toEqual([404, 'Resource not found.'])
    const told = await analyst.saveRows(draftId, [{ _id, version: 2, data: cells() }])
    expect(told.body).toMatchObject({ saved: [], refused: [{ _id, removed: true, savedById: world.people.admin }] })
    const since = await analyst.rows(draftId, { since: 3 })
    expect(since.body.draftItems.map((one) => [one._id, one.removed])).toEqual([[_id, true]])
  })

  test('S-219 G79 company may be the id of the company or of the brand, nothing else', async () => {
    const { brands, companies } = world
    const draftId = (await analyst.create({ company: brands.own })).body._id
    expect((await analyst.drafts({ company: brands.own })).body.map(({ _id }) => _id)).toContain(draftId)
    expect((await analyst.save(draftId, cells(), { company: brands.own })).status).toBe(200)
    const stored = await row<{ id: string }>(
      database.db,
      sql`select company_id as id from drafts where id = ${draftId}`,
    )
    expect(stored!.id).toBe(companies.parent)
    for (const company of [companies.foreign, brands.foreign, newId()]) {
      const answers = [
        await analyst.create({ company }),
        await analyst.drafts({ company }),
        await analyst.save(draftId, cells(), { company }),
        await analyst.submit(draftId, { company }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    }
  })

  test('bounds: no empty, huge or foreign row, no draft of another brand, of a deleted brand or of no brand', async () => {
    const draftId = await begin()
    const statusOf = async (data: object, more: object = {}) => (await analyst.save(draftId, data, more)).status
    expect(await statusOf({})).toBe(422)
    expect(await statusOf({ status: '33' })).toBe(422)
    expect(await statusOf(cells({ title: 'x'.repeat(5001) }))).toBe(422)
    const long = Object.fromEntries(eCommerce.staged.map((name) => [name, 'x'.repeat(4000)]))
    expect(await statusOf(long)).toBe(422)
    expect(await statusOf(cells({ title: { a: 1 } }))).toBe(422)
    expect(await statusOf(cells(), { brand: world.brands.foreign, company: world.companies.foreign })).toBe(404)
    expect(await statusOf(cells(), { platform: 'domain' })).toBe(404)
    const other = await begin()
    const { _id } = (await analyst.save(other, cells())).body.data
    expect((await analyst.saveRows(draftId, [{ _id, data: cells() }])).status).toBe(422)
    expect((await analyst.update(draftId, _id, cells())).status).toBe(404)
    for (const path of ['none', newId()]) expect((await analyst.rows(path)).status).toBe(404)
    const brand = newId()
    await rows(
      database.db,
      sql`insert into brands select (jsonb_populate_record(b, jsonb_build_object('id', ${brand}::text, 'brand_name', 'Gone'))).*
          from brands b where b.id = ${world.brands.own}`,
    )
    const lost = (await analyst.create({ brand })).body._id
    await analyst.save(lost, cells(), { brand })
    await rows(database.db, sql`update brands set deleted_at = now() where id = ${brand}`)
    expect((await analyst.rows(lost)).status).toBe(404)
    const answers = [
      await analyst.drafts({ brand }),
      await analyst.save(lost, cells(), { brand }),
      await analyst.submit(lost, { brand }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
  })

  test('a draft names only stored pictures with a link, never another object', async () => {
    const draftId = await begin()
    const store = (key: string, type: string) =>
      rows(
        database.db,
        sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
          values (${newId()}, 'newscrapper', ${key}, 'image', ${key}, ${type}, 1, '')`,
      )
    await store('staged-shot.png', 'image/png')
    await store('staged-secret.xlsx', 'application/vnd.ms-excel')
    for (const key of ['staged-shot.png', 'staged-secret.xlsx'])
      await analyst.save(draftId, cells({ s3BucketName: 'newscrapper', s3FullImagePath: key }))
    const { draftItems } = (await analyst.rows(draftId)).body
    expect(draftItems.map(({ data }) => String(data['imageUrl'] ?? '').split('?')[0])).toEqual([
      '/api/files/newscrapper/staged-shot.png',
      '',
    ])
  })
})

describe('submitting', () => {
  test('S-130 S-218 S-306 G80 the rows become findings dated today, logged as staging; the draft is closed and readable', async () => {
    const draftId = await begin()
    await analyst.saveRows(draftId, [
      { sn: 1, data: cells() },
      { sn: 2, data: cells({ status: '22' }) },
    ])
    const before = await countFindings()
    const answer = await admin.submit(draftId)
    expect(answer).toEqual({
      status: 200,
      body: { message: 'Draft submitted successfully.', saved: 2, batch: expect.any(String) },
    })
    expect(await countFindings()).toBe(before + 2)
    const stored = await rows<{ day: string; status: string; module: string }>(
      database.db,
      sql`select f.reporting_date as day, f.status, l.module from findings f join status_log l on l.finding_id = f.id
          where f.id = any((select finding_ids from saved_batches where id = ${answer.body.batch})::uuid[]) order by 2 desc`,
    )
    const day = today(testApp.app.settings.businessZone)
    expect(stored).toEqual([
      { day, status: '33', module: 'staging' },
      { day, status: '22', module: 'staging' },
    ])
    const jobs = await rows(
      database.db,
      sql`select 1 from pgboss.job where name = 'findings-added' and data->>'brandId' = ${world.brands.own}`,
    )
    expect(jobs.length).toBeGreaterThan(0)
    expect((await analyst.drafts()).body.map(({ _id }) => _id)).not.toContain(draftId)
    const closed = (await analyst.drafts({ submitted: 'true' })).body.find(({ _id }) => _id === draftId)
    expect(closed).toMatchObject({ rows: 2, batch: answer.body.batch, submittedAt: expect.any(String) })
    expect((await analyst.rows(draftId)).body.draftItems).toHaveLength(2)
    for (const late of [await analyst.save(draftId, cells()), await analyst.submit(draftId)])
      expect([late.status, late.body.message]).toEqual([409, 'This draft has already been submitted.'])
    // Somebody who did not save them can list the findings too.
    const list = await testApp.server.inject({
      method: 'POST',
      url: '/api/save-bulk-data/fetch-data-for-enforcement',
      headers: headers.analyst,
      payload: {
        company: world.companies.parent,
        brand: world.brands.own,
        platform: 'e-commerce',
        saved: answer.body.batch,
        page: 1,
        limit: 50,
      },
    })
    expect((list.json() as { count: number }).count).toBe(2)
  })

  test('S-306 G80 a refused submit answers the report by row numbers, stores nothing and leaves the draft', async () => {
    const draftId = await begin()
    const known = cells({ lid: 'LID-TWICE' })
    await analyst.saveRows(draftId, [
      { sn: 4, data: known },
      { sn: 9, data: cells({ lid: 'lid-twice', site: known['site'] }) },
      { sn: 12, data: { ...cells(), image: null } },
    ])
    const before = await countFindings()
    const { status, body } = await analyst.submit(draftId)
    expect([status, body.duplicates.map(({ sn, reason }) => [sn, reason])]).toEqual([
      409,
      [
        [9, 'Duplicate LID'],
        [12, 'Missing Image for URL'],
      ],
    ])
    expect(await countFindings()).toBe(before)
    expect((await analyst.drafts()).body.find(({ _id }) => _id === draftId)).toMatchObject({
      rows: 3,
      submittedAt: null,
    })
  })

  test('a draft submitted twice at once becomes findings once', async () => {
    const draftId = await begin()
    await analyst.saveRows(
      draftId,
      Array.from({ length: 20 }, (_, n) => ({ sn: n + 1, data: cells() })),
    )
    const before = await countFindings()
    const answers = await Promise.all([analyst.submit(draftId), admin.submit(draftId), analyst.submit(draftId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await countFindings()).toBe(before + 20)
  })

  test('an empty draft cannot be submitted', async () => {
    expect((await analyst.submit(await begin())).status).toBe(422)
  })

  test('a submitted draft is removed after 90 days with the list of its findings, an open one never', async () => {
    const [open, draftId, old] = [await begin(), await begin(), await begin()]
    for (const id of [draftId, old]) {
      await analyst.save(id, cells())
      await analyst.submit(id)
    }
    await rows(database.db, sql`update drafts set created_at = now() - interval '400 days' where id = ${open}`)
    await rows(database.db, sql`update drafts set submitted_at = now() - interval '91 days' where id = ${old}`)
    await rows(
      database.db,
      sql`update saved_batches set shared_until = now() - interval '1 day' where id = (select batch_id from drafts where id = ${old})`,
    )
    await dropOldDrafts(database.db)
    const statuses = await Promise.all([open, draftId, old].map(async (id) => (await analyst.rows(id)).status))
    expect(statuses).toEqual([200, 200, 404])
    const left = await rows(database.db, sql`select 1 from saved_batches where shared_until < now()`)
    expect(left).toHaveLength(0)
  })
})

describe('reviewing', () => {
  test('an Admin sends a draft back with a remark, which its owner finds in the bell; others may not', async () => {
    const draftId = await begin()
    expect((await analyst.sendBack(draftId, 'No')).status).toBe(403)
    expect((await admin.sendBack(draftId, ' ')).status).toBe(422)
    expect((await admin.sendBack(draftId, 'Rows 2 <b>and</b> 5 need a picture')).status).toBe(200)
    expect((await analyst.rows(draftId)).body.draft).toMatchObject({
      remark: 'Rows 2 <b>and</b> 5 need a picture',
      remarkBy: expect.any(String),
    })
    const list = await testApp.server.inject({ method: 'GET', url: '/api/notifications', headers: headers.analyst })
    const [first] = (list.json() as { docs: { model: string; notificationText: string }[] }).docs
    expect([first!.model, first!.notificationText]).toEqual([
      'Drafts',
      expect.stringContaining('back: Rows 2 &lt;b&gt;and&lt;/b&gt; 5 need a picture'),
    ])
    await analyst.save(draftId, cells())
    await analyst.submit(draftId)
    expect((await admin.sendBack(draftId, 'Late')).status).toBe(409)
  })

  test('a Client may call nothing of it', async () => {
    const client = stagingCalls(testApp.server, headers.client, {
      company: world.companies.parent,
      brand: world.brands.own,
      platform: 'e-commerce',
    })
    const draftId = await begin()
    const answers = [
      await client.drafts(),
      await client.rows(draftId),
      await client.create(),
      await client.submit(draftId),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})

test('S-054 G78 the staging columns of five platforms', () => {
  const expected: Record<string, string> = {
    domain:
      'domain, tld, priority, advertiser, reason, reasonCode, registrar, ipAddress, hosting, lastMofifiedDate, expiryDate, registrationDate, note, name, org, address, state, country, emailAddress, contactNumber',
    website: 'url, domain, priority, advertiser, ipAddress, reason, reasonCode',
    'social-media':
      'platform, heading, link, priority, advertiser, reason, reasonCode, PostDate, LikesCount, CommentsCount, SharedCount, PostDuration_yt, Follower/SubscriberCount, FollowingCount, LastPostDate, LastPostComments, LastPostLikes, LastPostShare, LastPostCount, Creation/JoiningDate, PostCount/YouTube_VideoCount, ViewCount, Telegram_LinkCount',
    'e-commerce':
      'site, url, title, price, mrp, reason, reasonCode, comparativeLink, comparativePrice, priority, username, storeId, address, city, country, Rating, numberOfRatings, numberOfReviews, sellerRating, contactNumber, pid, lid, discountPercentage, flipkartAssured, sku',
    'app-store':
      'appName, appStore, url, developerName, latestPublishDate, numberOfDownload, version, price, priority, reason, reasonCode',
  }
  const staged = Object.fromEntries(platforms.map((platform) => [platform.value, platform.staged.join(', ')]))
  expect(staged).toEqual(
    Object.fromEntries(Object.entries(expected).map(([name, columns]) => [name, `image, status, ${columns}`])),
  )
})
