import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '#app/testing.ts'
import { buildTestWorld } from '#app/testing-world.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import type { OpenDraft } from '#features/staging/contract-schemas.ts'
import { newId } from '#kit/server/id.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { fileNameOf } from './drafts.ts'
import { setUpStagingTests, type StagingCalls } from './testing.ts'

const at = setUpStagingTests({ app: buildTestApp, world: buildTestWorld })
let analyst: StagingCalls
let admin: StagingCalls
beforeAll(() => {
  analyst = at.callsOf('analyst')
  admin = at.callsOf('admin')
})
const begin = async () => (await analyst.create()).body._id

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
    const otherBrand = await admin.drafts({ company: at.world.companies.foreign, brand: at.world.brands.foreign })
    expect(otherBrand).toEqual({ status: 200, body: [] })
    const moment = new Date('2026-03-09T20:05:07Z')
    expect(fileNameOf({ brandName: 'Acme', platform: platformOf('e-commerce')! }, 'Asia/Kolkata', moment)).toBe(
      'Acme_e-commerce_20260310-013507',
    )
  })

  test('beginning a draft again with its id gives the same one; nobody else gets it', async () => {
    const _id = newId()
    const first = await analyst.create({ _id })
    expect((await analyst.create({ _id })).body).toEqual(first.body)
    expect((await admin.create({ _id })).status).toBe(422)
    // Also when no other draft may be begun.
    const { pool } = at.database
    const brand = await pool.query<{ id: string; company_id: string }>(
      'select id, company_id from brands where id = $1',
      [at.world.brands.own],
    )
    await pool.query(
      `insert into drafts (id, company_id, brand_id, platform, file_name, created_by)
      select gen_random_uuid(), $1, $2, 'e-commerce', 'More', $3 from generate_series(1, 500)`,
      [brand.rows[0]!.company_id, brand.rows[0]!.id, at.world.people.analyst],
    )
    expect([(await analyst.create()).status, (await analyst.create({ _id })).body]).toEqual([422, first.body])
    await pool.query("delete from drafts where file_name = 'More'")
  })

  test('S-110 S-129 S-213 S-215 S-216 S-217 S-307 a row is saved, changed and removed; it says who saved it and when', async () => {
    const draftId = await begin()
    const picture = { imageUrl: '/api/files/x/y', s3BucketName: 'pictures', s3FullImagePath: 'a/b.png', updated: true }
    const saved = await analyst.save(draftId, { ...at.cells({ title: 'First' }), ...picture, unknown: 'x' }, { sn: 3 })
    expect([saved.status, saved.body.message]).toEqual([200, 'Draft saved successfully.'])
    const { _id } = saved.body.data
    expect(saved.body.data).toMatchObject({
      fileId: draftId,
      sn: 3,
      version: 1,
      savedById: at.world.people.analyst,
      data: { sn: 3, title: 'First', ...picture },
    })
    expect(saved.body.data.data).not.toHaveProperty('unknown')
    await rows(at.database.db, sql`update draft_rows set saved_at = now() - interval '1 day' where id = ${_id}`)
    const [aDayAgo] = (await analyst.rows(draftId)).body.draftItems
    expect(Math.abs(Date.parse(aDayAgo!.savedAt) - Date.now() + 86_400_000)).toBeLessThan(60_000)
    const changed = await admin.update(draftId, _id, at.cells({ title: 'Second' }), { version: 1 })
    expect(changed.body.data).toMatchObject({ version: 2, savedById: at.world.people.admin, data: { title: 'Second' } })
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
    const { status: _, ...rest } = at.cells()
    expect((await analyst.save(draftId, rest)).body.data.data['status']).toBe('33')
  })

  test('a repeated first save changes the row that it made; two new rows with one number get two', async () => {
    const draftId = await begin()
    const _id = newId()
    await analyst.save(draftId, at.cells(), { _id, sn: 1 })
    await analyst.save(draftId, at.cells({ title: 'Again' }), { _id, sn: 1 })
    await admin.save(draftId, at.cells(), { sn: 1 })
    const { draftItems } = (await analyst.rows(draftId)).body
    expect(draftItems.map(({ sn, data }) => [sn, data['title'] === 'Again'])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  test('S-216 a row that somebody else saved meanwhile is answered with 409 and the newer one, never overwritten', async () => {
    const draftId = await begin()
    const { _id } = (await analyst.save(draftId, at.cells())).body.data
    await admin.update(draftId, _id, at.cells({ title: 'Theirs' }), { version: 1 })
    const late = await analyst.update(draftId, _id, at.cells({ title: 'Mine' }), { version: 1 })
    expect([late.status, late.body.data.data['title'], late.body.data.version]).toEqual([409, 'Theirs', 2])
    expect(late.body.message).toContain('saved this row in the meantime')
    const several = await analyst.saveRows(
      draftId,
      [
        { _id, version: 1, data: at.cells({ title: 'Mine' }) },
        { _id: newId(), sn: 7, data: at.cells() },
      ],
      [],
    )
    expect([several.body.saved.map(({ sn }) => sn), several.body.refused.map((one) => one.data['title'])]).toEqual([
      [7],
      ['Theirs'],
    ])
    // Whoever opened it before it was removed is told too.
    await admin.saveRows(draftId, [], [{ _id, version: 2 }])
    const removed = await analyst.update(draftId, _id, at.cells(), { version: 2 })
    expect([removed.status, removed.body.message]).toEqual([404, 'Resource not found.'])
    const answers = await analyst.saveRows(draftId, [{ _id, version: 2, data: at.cells() }])
    expect(answers.body).toMatchObject({
      saved: [],
      refused: [{ _id, removed: true, savedById: at.world.people.admin }],
    })
    const since = await analyst.rows(draftId, { since: 3 })
    expect(since.body.draftItems.map((one) => [one._id, one.removed])).toEqual([[_id, true]])
  })

  test('a row is removed once however often it is named, in any case; one that is not there is not found', async () => {
    const draftId = await begin()
    const { _id } = (await analyst.save(draftId, at.cells())).body.data
    await analyst.save(draftId, at.cells())
    const capitals = _id.toUpperCase()
    const { body } = await analyst.saveRows(
      draftId,
      [],
      [
        { _id, version: 1 },
        { _id: capitals, version: 1 },
      ],
    )
    expect([body.saved.map((one) => one._id), body.refused]).toEqual([[_id], []])
    expect((await analyst.rows(draftId)).body.draft.rows).toBe(1)
    const unknown = await analyst.save(draftId, at.cells(), { _id: newId(), version: 3 })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Resource not found.'])
  })

  test('S-219 G79 company may be the id of the company or of the brand, nothing else', async () => {
    const { brands, companies } = at.world
    const draftId = (await analyst.create({ company: brands.own })).body._id
    expect((await analyst.drafts({ company: brands.own })).body.map(({ _id }) => _id)).toContain(draftId)
    expect((await analyst.save(draftId, at.cells(), { company: brands.own })).status).toBe(200)
    const stored = await row<{ id: string }>(
      at.database.db,
      sql`select company_id as id from drafts where id = ${draftId}`,
    )
    expect(stored!.id).toBe(companies.parent)
    for (const company of [companies.foreign, brands.foreign, newId()]) {
      const answers = [
        await analyst.create({ company }),
        await analyst.drafts({ company }),
        await analyst.save(draftId, at.cells(), { company }),
        await analyst.submit(draftId, { company }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    }
  })

  test('S-212 the open drafts of all brands, the last saved first; none that is submitted or whose brand is deleted', async () => {
    const { companies, brands } = at.world
    const foreign = { company: companies.foreign, brand: brands.foreign, platform: 'domain' }
    const first = await begin()
    const second = (await analyst.create(foreign)).body._id
    const gone = newId()
    await rows(
      at.database.db,
      sql`insert into brands select (jsonb_populate_record(b, jsonb_build_object('id', ${gone}::text, 'brand_name', 'Lost'))).*
          from brands b where b.id = ${brands.own}`,
    )
    const lost = (await analyst.create({ brand: gone })).body._id
    await rows(at.database.db, sql`update brands set deleted_at = now() where id = ${gone}`)
    const submitted = await begin()
    await analyst.save(submitted, at.cells())
    expect((await analyst.submit(submitted)).status).toBe(200)
    await analyst.save(first, at.cells())
    const open = async () => (await analyst.send<OpenDraft[]>('GET', '/open-drafts')).body
    const [newest, next] = await open()
    expect(newest).toMatchObject({ id: first, rows: 1, companyId: companies.parent, brandName: 'Acme One' })
    expect(next).toMatchObject({
      id: second,
      rows: 0,
      companyId: companies.foreign,
      brandId: brands.foreign,
      platform: 'domain',
    })
    const ids = (await open()).map(({ id }) => id)
    expect([lost, submitted].filter((id) => ids.includes(id))).toEqual([])
  })

  test('bounds: no empty, huge or foreign row, no draft of another brand, of a deleted brand or of no brand', async () => {
    const draftId = await begin()
    const statusOf = async (data: object, more: object = {}) => (await analyst.save(draftId, data, more)).status
    expect(await statusOf({})).toBe(422)
    expect(await statusOf({ status: '33' })).toBe(422)
    expect(await statusOf(at.cells({ title: 'x'.repeat(5001) }))).toBe(422)
    const long = Object.fromEntries(eCommerce.staged.map((name) => [name, 'x'.repeat(4000)]))
    expect(await statusOf(long)).toBe(422)
    expect(await statusOf(at.cells({ title: { a: 1 } }))).toBe(422)
    expect(await statusOf(at.cells(), { brand: at.world.brands.foreign, company: at.world.companies.foreign })).toBe(
      404,
    )
    expect(await statusOf(at.cells(), { platform: 'domain' })).toBe(404)
    const other = await begin()
    const { _id } = (await analyst.save(other, at.cells())).body.data
    expect((await analyst.saveRows(draftId, [{ _id, data: at.cells() }])).status).toBe(422)
    expect((await analyst.update(draftId, _id, at.cells())).status).toBe(404)
    for (const path of ['none', newId()]) expect((await analyst.rows(path)).status).toBe(404)
    const brand = newId()
    await rows(
      at.database.db,
      sql`insert into brands select (jsonb_populate_record(b, jsonb_build_object('id', ${brand}::text, 'brand_name', 'Gone'))).*
          from brands b where b.id = ${at.world.brands.own}`,
    )
    const lost = (await analyst.create({ brand })).body._id
    await analyst.save(lost, at.cells(), { brand })
    await rows(at.database.db, sql`update brands set deleted_at = now() where id = ${brand}`)
    expect((await analyst.rows(lost)).status).toBe(404)
    const answers = [
      await analyst.drafts({ brand }),
      await analyst.save(lost, at.cells(), { brand }),
      await analyst.submit(lost, { brand }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
  })

  test('a draft names only stored pictures with a link, never another object', async () => {
    const draftId = await begin()
    const store = (key: string, type: string) =>
      rows(
        at.database.db,
        sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
          values (${newId()}, 'newscrapper', ${key}, 'image', ${key}, ${type}, 1, '')`,
      )
    await store('staged-shot.png', 'image/png')
    await store('staged-secret.xlsx', 'application/vnd.ms-excel')
    for (const key of ['staged-shot.png', 'staged-secret.xlsx'])
      await analyst.save(draftId, at.cells({ s3BucketName: 'newscrapper', s3FullImagePath: key }))
    const { draftItems } = (await analyst.rows(draftId)).body
    expect(draftItems.map(({ data }) => String(data['imageUrl'] ?? '').split('?')[0])).toEqual([
      '/api/files/newscrapper/staged-shot.png',
      '',
    ])
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
