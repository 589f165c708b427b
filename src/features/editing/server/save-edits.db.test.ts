import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { kindOf } from '#columns/kinds.ts'
import { editedColumns } from '#features/editing/contract.ts'
import { emptyUploads, sampleDay } from '#features/intake/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { keyOfLink } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { type Edits, edits, type Fetched, storeRows } from './testing.ts'

const { at } = setUpActionTests()
let scope: { company: string; brand: string; platform: string; reportingDate: string }
const as = (who: string, more: object = {}): Edits =>
  edits(at.testApp.server, { authorization: `Bearer ${at.tokens[who]!}` }, { ...scope, ...more })
let analyst: Edits

const stored = (count: number, cells: object = {}, platform = 'e-commerce') =>
  storeRows(analyst, { count, cells, platform })
const logged = () =>
  rows<Record<string, unknown>>(
    at.database.db,
    sql`select module, username, search_term, status_from, status_to from status_log where module <> 'upload' order by search_term`,
  )
const dataLog = () =>
  rows<Record<string, unknown>>(
    at.database.db,
    sql`select type, model, total_affected as total from data_log where type <> 'add' order by at, id`,
  )
const changedOf = (answer: { json: () => unknown }) =>
  (answer.json() as { changed: { index: number; reason: string; id: string }[] }).changed

beforeAll(() => {
  const { companies, brands } = at.world
  scope = { company: companies.parent, brand: brands.own, platform: 'e-commerce', reportingDate: sampleDay }
  analyst = as('analyst')
})
beforeEach(() => emptyUploads(at.database.db))

describe('saving edits', () => {
  test.each(platforms.map(({ value }) => value))(
    'S-197 S-198 S-259 every column of %s is fetched, changed and fetched again',
    async (value) => {
      const platform = platformOf(value)!
      const [first, second] = await stored(2, {}, value)
      const cells: Record<string, unknown> = {}
      for (const name of editedColumns(platform)) cells[name] = kindOf(platform.columns[name]!.kind).sample(17)
      Object.assign(cells, { status: '55', priority: 'Low', reasonCode: '12301', brand: 'Acme One' })
      if ('dateAdded' in cells) cells['dateAdded'] = sampleDay
      const answer = await analyst.save([{ id: first!.id, rowVersion: first!.rowVersion, ...cells }], {
        platform: value,
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: 'data updated successfully', updated: 1, batch: expect.any(String) },
      ])
      const [now, untouched] = await analyst.fetch({ platform: value })
      expect(now).toMatchObject(cells)
      expect(now!.rowVersion).toBeGreaterThan(first!.rowVersion)
      expect(untouched).toEqual(second)
    },
  )

  test('the answer names a batch, which lists exactly the edited findings', async () => {
    const [one, , three] = await stored(3)
    const answer = await analyst.save(
      [one!, three!].map(({ id, rowVersion }) => ({ id, rowVersion, title: 'In one batch' })),
    )
    const { batch } = answer.json() as { batch: string }
    const list = await at.testApp.server.inject({
      method: 'POST',
      url: '/api/save-bulk-data/fetch-data-for-enforcement',
      headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
      payload: { ...scope, reportingDate: undefined, saved: batch },
    })
    const ids = (list.json() as { data: { id: string }[] }).data.map(({ id }) => id)
    expect(ids.toSorted()).toEqual([one!.id, three!.id].toSorted())
  })

  test('S-122 omitted columns stay, an empty cell clears the value, and other rows are not changed', async () => {
    const before = await stored(3)
    const [one, two] = before
    const answer = await analyst.save([
      { id: one!.id, rowVersion: one!.rowVersion, title: 'Another title', sku: '' },
      { id: two!.id, rowVersion: two!.rowVersion, price: '₹ 1,250.50', numberOfReviews: null },
    ])
    expect(answer.json()).toMatchObject({ updated: 2 })
    const next = { rowVersion: 2 }
    expect(await analyst.fetch()).toEqual([
      { ...one, title: 'Another title', sku: null, ...next },
      { ...two, price: 1250.5, numberOfReviews: null, ...next },
      before[2],
    ])
    expect(await dataLog()).toEqual([{ type: 'update', model: 'Ecommerce', total: 2 }])
    expect(await logged()).toEqual([])
  })

  test('a status change is logged as an edit; clients get one notice for all rows set to Client Review', async () => {
    const [one, two, three] = await stored(3)
    await sql`truncate pgboss.job`.execute(at.database.db)
    await analyst.save([
      { id: one!.id, status: 88 },
      { id: two!.id, status: 'Client Review', title: 'T' },
      { id: three!.id, status: '33' },
    ])
    const moved = ['edit', 'analyst']
    expect((await logged()).map((line) => Object.values(line))).toEqual([
      [...moved, one!['url'], '33', '88'],
      [...moved, two!['url'], '33', '88'],
    ])
    const jobs = await rows<{ name: string; data: { findingIds: string[] } }>(
      at.database.db,
      sql`select name, data from pgboss.job`,
    )
    expect(jobs.map(({ name, data }) => [name, data.findingIds.toSorted()])).toEqual([
      ['finding-needs-client', [one!.id, two!.id].toSorted()],
    ])
  })

  test('S-151 C-200 an unknown reason code is 422 Invalid Reason Code and saves nothing; a name becomes its code', async () => {
    const [one, two] = await stored(2)
    const refused = await analyst.save([
      { id: one!.id, title: 'not saved' },
      { id: two!.id, reasonCode: 'Nonsense' },
    ])
    expect([refused.statusCode, refused.json().message, refused.json().errors]).toEqual([
      422,
      'Invalid Reason Code',
      [{ reasonCode: 'Invalid Reason Code' }],
    ])
    expect((await analyst.fetch())[0]!['title']).toBe(one!['title'])
    await analyst.save([{ id: two!.id, reasonCode: 'tm_description', priority: '' }])
    expect((await analyst.fetch())[1]).toMatchObject({ reasonCode: '12302', priority: 'Low' })
    expect((await analyst.save([{ id: one!.id, status: '200' }])).statusCode).toBe(409)
    expect((await analyst.save([{ id: one!.id, priority: 'urgent' }])).json().errors).toEqual([
      { priority: 'Priority is not valid' },
    ])
  })
})

describe('rejected edits', () => {
  test('S-252 duplicate address or listing id, malformed cells, brand, picture: 409 lists each row', async () => {
    const [a, b, c, d, e, f] = await stored(7)
    const answer = await analyst.save([
      { sn: 4, id: a!.id, url: String(b!['url']).replace('https://', 'http://www.') },
      { id: c!.id, lid: ' lid1 ', site: String(b!['site']).toUpperCase() },
      { id: d!.id, price: 'much' },
      { id: e!.id, brand: 'Somebody Else' },
      { id: f!.id, image: '' },
      { id: b!.id, image: 'nowhere.png' },
    ])
    expect(answer.statusCode).toBe(409)
    const report = answer.json()
    expect(report).toMatchObject({ urlCount: 1, lidCount: 1, imageCount: 2, cellCount: 1, changed: [] })
    expect(report.urlDuplicates[0]).toMatchObject({ index: 0, sn: 4, id: a!.id, reason: 'Duplicate URL' })
    expect(report.duplicates.map(({ index, reason }: { index: number; reason: string }) => [index, reason])).toEqual([
      [0, 'Duplicate URL'],
      [1, 'Duplicate LID'],
      [2, 'Price is not valid'],
      [3, 'Invalid Brand for URL'],
      [4, 'Missing Image for URL'],
      [5, 'Image Not Found'],
    ])
    expect(report.message).toBe('6 of 6 rows cannot be saved. Nothing was saved.')
    expect((await analyst.fetch()).map(({ rowVersion }) => rowVersion)).toEqual([1, 1, 1, 1, 1, 1, 1])
    // Without the duplicate LID check, listing ids may be the same (S-032).
    const off = await analyst.save([{ id: c!.id, lid: 'lid1', site: b!['site'] }], { duplicateLidCheck: false })
    expect(off.statusCode).toBe(200)
  })

  test('two rows of one edit may swap addresses and listing ids, but not both take one', async () => {
    const [a, b] = await stored(3)
    const own = (row: Fetched | undefined) => ({ url: row!['url'], lid: row!['lid'], site: row!['site'] })
    const swapped = await analyst.save([
      { id: a!.id, ...own(b) },
      { id: b!.id, ...own(a) },
    ])
    expect(swapped.body).toContain('data updated successfully')
    expect((await analyst.fetch()).map((row) => row['lid'])).toEqual(['LID1', 'LID0', 'LID2'])
    const both = { url: 'https://shop.example/new', lid: 'NEW', site: 'x' }
    const answer = await analyst.save([
      { id: a!.id, ...both },
      { id: b!.id, ...both },
    ])
    expect(answer.json()).toMatchObject({ urlCount: 1, lidCount: 1 })
    // The address belongs to a row of the same edit that keeps it.
    const taken = await analyst.save([
      { id: a!.id, url: own(a).url },
      { id: b!.id, url: own(a).url },
    ])
    expect(taken.json().urlDuplicates).toHaveLength(1)
  })

  test('S-253 S-254 a white-listed address is rejected; a row that was listed later can still be edited', async () => {
    const [one, two] = await stored(2, {}, 'domain')
    const list = newId()
    await sql`insert into white_lists (id, company_id, enabled) values (${list}, ${scope.company}, true)`.execute(
      at.database.db,
    )
    await sql`insert into white_list_entries (list_id, company_id, position, normalised)
      values (${list}, ${scope.company}, 0, 'ours.example'), (${list}, ${scope.company}, 1, ${two!['domain']})`.execute(
      at.database.db,
    )
    const domain = { platform: 'domain' }
    const answer = await analyst.save([{ id: one!.id, domain: 'OURS.example' }], domain)
    expect([answer.statusCode, answer.json().whiteLabelUrl]).toEqual([409, 1])
    expect((await analyst.save([{ ...two, status: '00' }], domain)).statusCode).toBe(200)
  })

  test('an unchanged picture is not looked up again; a new one must be stored', async () => {
    const [one, two] = await stored(2)
    const key = `${newId()}.png`
    await sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
      values (${newId()}, 'newscrapper', ${key}, 'image', 'shelf 1.png', 'image/png', 1, '\\x00')`.execute(
      at.database.db,
    )
    await analyst.save([{ id: one!.id, image: 'Shelf  1.png' }])
    const pictureOf = (id: string) =>
      rows(at.database.db, sql`select image, image_bucket, image_key from findings where id = ${id}`)
    expect(await pictureOf(one!.id)).toEqual([{ image: 'Shelf  1.png', image_bucket: 'newscrapper', image_key: key }])
    await sql`delete from files`.execute(at.database.db)
    const whole = await analyst.fetch()
    expect((await analyst.save(whole)).json()).toEqual({
      message: 'data updated successfully',
      updated: 2,
      batch: expect.any(String),
    })
    expect(await pictureOf(one!.id)).toEqual([{ image: 'Shelf  1.png', image_bucket: 'newscrapper', image_key: key }])
    expect((await analyst.save([{ id: two!.id, image: 'https://img.example/x.png' }])).statusCode).toBe(200)
  })

  test('S-104 S-105 fetched rows have a number and their picture, ignored once the image cell changes', async () => {
    await stored(2)
    const key = `${newId()}.png`
    const storeFile = (name: string, as: string) =>
      sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
        values (${newId()}, 'newscrapper', ${as}, 'image', ${name}, 'image/png', 1, '\\x00')`.execute(at.database.db)
    await storeFile('first.png', key)
    await storeFile('second.png', `2${key}`)
    const [{ id }] = (await analyst.fetch()) as [Fetched]
    await analyst.save([{ id, image: 'first.png' }])
    const [one, two] = (await analyst.fetch()) as [Fetched, Fetched]
    expect(one).toMatchObject({ sn: 1, s3BucketName: 'newscrapper', s3FullImagePath: key })
    expect(keyOfLink(String(one['imageUrl']))).toBe(key)
    expect(two).toMatchObject({ sn: 2, imageUrl: two['image'], s3BucketName: null, s3FullImagePath: null })
    const saved = async (more: object) => {
      expect((await analyst.save([{ ...one, rowVersion: undefined, ...more }])).json()).toMatchObject({ updated: 1 })
      return (await analyst.fetch())[0]
    }
    expect(await saved({ title: 'Other', image: undefined })).toMatchObject({
      image: 'first.png',
      s3FullImagePath: key,
    })
    expect(await saved({ image: 'second.png' })).toMatchObject({ image: 'second.png', s3FullImagePath: `2${key}` })
  })
})

describe('two people', () => {
  test('a row somebody else saved or deleted is listed in the 409, and nothing is overwritten', async () => {
    const [one, two, three] = await stored(3)
    await as('admin').save([{ id: two!.id, rowVersion: 1, title: 'Theirs' }])
    await as('admin').remove([three!.id])
    const answer = await analyst.save([one, two, three].map((row) => ({ id: row!.id, rowVersion: 1, title: 'Mine' })))
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('2 rows were changed by somebody else. Nothing was saved.')
    expect(changedOf(answer).map(({ index, id, reason }) => [index, id, reason])).toEqual([
      [1, two!.id, 'Changed by somebody else'],
      [2, three!.id, 'Deleted by somebody else'],
    ])
    expect((await analyst.fetch()).map((row) => row['title'])).toEqual([one!['title'], 'Theirs'])
  })

  test('two saves of the same rows at the same moment: one wins, the other gets the conflicting rows', async () => {
    const mine = await stored(40)
    const data = (title: string) => mine.map(({ id, rowVersion }) => ({ id, rowVersion, title }))
    const answers = await Promise.all([analyst.save(data('A')), as('admin').save(data('B'))])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(changedOf(answers.find(({ statusCode }) => statusCode === 409)!)).toHaveLength(40)
    const winner = answers[0].statusCode === 200 ? 'A' : 'B'
    expect(new Set((await analyst.fetch()).map((row) => row['title']))).toEqual(new Set([winner]))
  })
})
