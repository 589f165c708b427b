import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { uploadReport } from '#features/staging-rows/contract.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf } from '#platforms/all.ts'
import { bearerOf, countOf, emptyUploads, reasonsOf, sampleRow, sampleRows, type Uploads, uploads } from './testing.ts'

const eCommerce = platformOf('e-commerce')!
const domain = platformOf('domain')!

let database: TestDatabase
let world: TestWorld
let testApp: TestApp
let save: Uploads['save']
let check: Uploads['check']

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  const analyst = await bearerOf(database.db, world.people.analyst)
  const calls = uploads(testApp.server, analyst, { company: world.companies.parent, brand: world.brands.own })
  ;({ save, check } = calls)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})
beforeEach(() => emptyUploads(database.db))

async function storeFile(name: string, options: { bucket?: string; key?: string; type?: string } = {}) {
  const key = options.key ?? `${newId()}.png`
  await rows(
    database.db,
    sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
        values (${newId()}, ${options.bucket ?? 'newscrapper'}, ${key}, 'image', ${name}, ${options.type ?? 'image/png'}, 1, '\\x00')`,
  )
  return key
}

async function storeWhiteList(
  entry: string,
  options: { brandId?: string; platform?: string; enabled?: boolean; companyId?: string } = {},
) {
  const id = newId()
  const companyId = options.companyId ?? world.companies.parent
  await rows(
    database.db,
    sql`insert into white_lists (id, company_id, brand_id, platform, enabled)
        values (${id}, ${companyId}, ${options.brandId ?? null}, ${options.platform ?? null}, ${options.enabled ?? true})`,
  )
  await rows(
    database.db,
    sql`insert into white_list_entries (list_id, company_id, position, normalised) values (${id}, ${companyId}, 0, ${entry})`,
  )
}

describe('rejecting rows', () => {
  test('S-249 S-157 S-158 S-260 a rejected upload returns 409 with every list and stores nothing; index counts from 0', async () => {
    await save(sampleRows(eCommerce, 2))
    await storeWhiteList('ours.example')
    const data: Record<string, unknown>[] = [
      { ...sampleRow(eCommerce, 0), lid: 'NEW0' },
      { ...sampleRow(eCommerce, 10), lid: ' lid1 ', site: 'choice 1' },
      { ...sampleRow(eCommerce, 11), url: 'http://www.OURS.example/page?x=1' },
      { ...sampleRow(eCommerce, 12), image: '' },
      { ...sampleRow(eCommerce, 13), image: 'nowhere.png' },
      { ...sampleRow(eCommerce, 14), brand: 'Somebody Else' },
      { ...sampleRow(eCommerce, 15), status: 'whatever' },
      { ...sampleRow(eCommerce, 16), status: '' },
      { ...sampleRow(eCommerce, 17), price: 'much' },
      sampleRow(eCommerce, 18),
      { ...sampleRow(eCommerce, 19), url: 'http://shop.example/e-commerce/18/#top' },
    ]
    const before = await countOf(database.db, 'findings')
    const answer = await save(data)
    expect(answer.statusCode).toBe(409)
    const report = uploadReport.parse(answer.json())
    expect(reasonsOf(report.urlDuplicates)).toEqual([
      [0, 'Duplicate URL'],
      [10, 'Duplicate URL'],
    ])
    expect(report.urlDuplicates[0]).toEqual({
      index: 0,
      sn: 1,
      url: 'https://shop.example/e-commerce/0',
      reason: 'Duplicate URL',
    })
    expect(reasonsOf(report.lidDuplicates)).toEqual([[1, 'Duplicate LID']])
    expect(reasonsOf(report.whiteLabelDuplicates)).toEqual([[2, 'White Label URL']])
    expect(reasonsOf(report.imageDuplicates)).toEqual([
      [3, 'Missing Image for URL'],
      [4, 'Image Not Found'],
    ])
    expect(reasonsOf(report.brandDuplicates)).toEqual([[5, 'Invalid Brand for URL']])
    expect(reasonsOf(report.statusDuplicates)).toEqual([
      [6, 'Missing Status for URL'],
      [7, 'Missing Status for URL'],
    ])
    expect(report.cellErrors).toEqual([
      { index: 8, sn: 18, url: 'https://shop.example/e-commerce/17', column: 'price', reason: 'Price is not valid' },
    ])
    expect(report.duplicates.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10])
    expect(report).toMatchObject({
      urlCount: 2,
      lidCount: 1,
      whiteLabelUrl: 1,
      imageCount: 2,
      statusCount: 2,
      invalidDomainCount: 0,
      storedCount: 1,
      cellCount: 1,
    })
    expect(report.message).toBe('10 of 11 rows cannot be saved. Nothing was saved.')
    expect(await countOf(database.db, 'findings')).toBe(before)
    expect(await countOf(database.db, 'status_log')).toBe(before)
  })

  test('S-157 on the domain platform a duplicate is a Duplicate Domain, and malformed domains are counted', async () => {
    const more = { platform: 'domain' }
    const data = [
      sampleRow(domain, 0),
      { ...sampleRow(domain, 1), domain: 'BRAND-0.example.com' },
      { ...sampleRow(domain, 2), domain: 'not a domain' },
    ]
    const report = uploadReport.parse((await save(data, more)).json())
    expect(report.urlDuplicates).toEqual([
      { index: 1, sn: 2, domain: 'BRAND-0.example.com', reason: 'Duplicate Domain' },
    ])
    expect(report).toMatchObject({ invalidDomainCount: 1, cellCount: 1 })
  })

  test('C-200 S-142 S-143 an unknown reason code, InvalidReasonCode, another priority or a status of another platform is 422 and stores nothing', async () => {
    const cases: [cells: object, more: object, message: string, field: string][] = [
      [{ reasonCode: '99999' }, {}, 'Invalid Reason Code', 'reasonCode'],
      [{ reasonCode: 'InvalidReasonCode' }, {}, 'Invalid Reason Code', 'reasonCode'],
      [{ priority: 'urgent' }, {}, 'Priority is not valid', 'priority'],
      [{ status: '44' }, { platform: 'website' }, 'Status is not valid', 'status'],
    ]
    for (const [cells, more, message, field] of cases) {
      const platform = platformOf((more as { platform?: string }).platform ?? 'e-commerce')!
      const answer = await save([sampleRow(platform, 0), { ...sampleRow(platform, 1), ...cells }], more)
      expect([answer.statusCode, answer.json().message, answer.json().errors]).toEqual([
        422,
        message,
        [{ [field]: message }],
      ])
      expect(reasonsOf(answer.json().cellErrors)).toEqual([[1, message]])
    }
    expect(await countOf(database.db, 'findings')).toBe(0)
    expect((await save([{ ...sampleRow(eCommerce, 0), status: '44' }])).statusCode).toBe(200)
  })

  test('an identical sheet uploaded again changes nothing and reports that all rows are stored', async () => {
    const data = sampleRows(eCommerce, 40)
    await save(data)
    const answer = await save(data)
    const report = uploadReport.parse(answer.json())
    expect([answer.statusCode, report.message]).toEqual([409, 'All 40 rows are already stored. Nothing was changed.'])
    expect([report.storedCount, report.urlCount, report.duplicates.length]).toEqual([40, 40, 40])
    expect(await countOf(database.db, 'findings')).toBe(40)
  })

  test('S-015 the Duplicate LID switch decides whether equal listing ids of one site are rejected', async () => {
    const twins = () => [sampleRow(eCommerce, 1), { ...sampleRow(eCommerce, 4), lid: 'lid1' }]
    expect(reasonsOf(uploadReport.parse((await save(twins())).json()).lidDuplicates)).toEqual([[1, 'Duplicate LID']])
    const other = twins()
    other[1]!['site'] = 'Another site'
    expect((await check(other)).json()).toMatchObject({ lidCount: 0, wouldSave: 2 })
    expect((await save(twins(), { duplicateLidCheck: false })).statusCode).toBe(200)
    // A stored listing id blocks only rows of the same site, ignoring case.
    const row = (n: number, site: string) => ({ ...sampleRow(eCommerce, n), lid: 'LID1', site })
    const { site } = sampleRow(eCommerce, 1)
    expect((await save([row(5, 'Ärger')])).json()).toEqual({
      message: 'Data Saved Successfully',
      saved: 1,
      batch: expect.any(String),
    })
    for (const taken of ['ärger', String(site).toUpperCase()]) {
      const report = uploadReport.parse((await save([row(7, taken), row(8, 'yet another')])).json())
      expect([taken, reasonsOf(report.duplicates)]).toEqual([taken, [[0, 'Duplicate LID']]])
    }
  })

  test('the same address is no duplicate for another brand or platform, or when the stored one was deleted', async () => {
    await save([sampleRow(eCommerce, 0)])
    expect(
      (await save([sampleRow(eCommerce, 0)], { company: world.companies.child, brand: world.brands.child })).statusCode,
    ).toBe(200)
    const website = platformOf('website')!
    expect(
      (await save([{ ...sampleRow(website, 0), url: 'https://shop.example/e-commerce/0' }], { platform: 'website' }))
        .statusCode,
    ).toBe(200)
    expect((await save([sampleRow(eCommerce, 0)])).statusCode).toBe(409)
    // Whatever the date and status (G69).
    const other = await save([{ ...sampleRow(eCommerce, 0), status: '55' }], { reportingDate: '2018-01-01' })
    expect(reasonsOf(uploadReport.parse(other.json()).urlDuplicates)).toEqual([[0, 'Duplicate URL']])
    await rows(database.db, sql`update findings set deleted_at = now() where brand_id = ${world.brands.own}`)
    expect((await save([sampleRow(eCommerce, 0)])).statusCode).toBe(200)
  })

  test('a white list applies when it is enabled, of the company, and its brand and platform are the same or blank', async () => {
    const page = 'shop.example/e-commerce/0'
    const refused = async (options: Parameters<typeof storeWhiteList>[1], entry = page) => {
      await database.pool.query('truncate white_lists cascade')
      await storeWhiteList(entry, options)
      return (await check([sampleRow(eCommerce, 0)])).json().whiteLabelUrl
    }
    expect(await refused({})).toBe(1)
    expect(await refused({ brandId: world.brands.own, platform: 'e-commerce' })).toBe(1)
    expect(await refused({}, 'shop.example')).toBe(1)
    expect(await refused({}, 'shop.example/e-commerce')).toBe(0)
    expect(await refused({}, 'example')).toBe(0)
    expect(await refused({ platform: 'website' })).toBe(0)
    expect(await refused({ brandId: world.brands.disabled })).toBe(0)
    expect(await refused({ enabled: false })).toBe(0)
    expect(await refused({ companyId: world.companies.foreign })).toBe(0)
  })

  test('G69 the chosen brand by name in any case, or an empty cell, is accepted', async () => {
    expect(
      (await save([{ ...sampleRow(eCommerce, 0), brand: ' acme ONE ' }, sampleRow(eCommerce, 1)])).statusCode,
    ).toBe(200)
  })
})

describe('pictures', () => {
  test('S-146 S-105 a row gets its picture by address, by the file the screen matched, or by name or key in the bucket newscrapper', async () => {
    const key = await storeFile('red shoe  front.PNG')
    const matched = await storeFile('blue.png', { bucket: 'elsewhere' })
    const answer = await save([
      { ...sampleRow(eCommerce, 0), image: 'https://img.example/a.png' },
      { ...sampleRow(eCommerce, 1), image: 'Red  shoe front.png' },
      { ...sampleRow(eCommerce, 2), image: key },
      {
        ...sampleRow(eCommerce, 3),
        image: 'blue.png',
        imageUrl: 'https://x.example/y',
        s3BucketName: 'elsewhere',
        s3FullImagePath: matched,
      },
    ])
    expect(answer.json()).toMatchObject({ saved: 4 })
    const stored = await rows(
      database.db,
      sql`select image, image_bucket as bucket, image_key as key from findings f join findings_e_commerce d on d.finding_id = f.id order by url`,
    )
    expect(stored).toEqual([
      { image: 'https://img.example/a.png', bucket: null, key: null },
      { image: 'Red  shoe front.png', bucket: 'newscrapper', key },
      { image: key, bucket: 'newscrapper', key },
      { image: 'blue.png', bucket: 'elsewhere', key: matched },
    ])
  })

  test('G69 a match that names no stored picture is rejected', async () => {
    await storeFile('list.txt', { key: 'list.txt', type: 'text/plain' })
    const invented = {
      image: 'a.png',
      imageUrl: 'https://x.example/y',
      s3BucketName: 'newscrapper',
      s3FullImagePath: 'made/up.png',
    }
    const data = [
      { ...sampleRow(eCommerce, 0), ...invented },
      { ...sampleRow(eCommerce, 1), image: 'list.txt' },
    ]
    const report = uploadReport.parse((await save(data)).json())
    expect(reasonsOf(report.imageDuplicates)).toEqual([
      [0, 'Image Not Found'],
      [1, 'Image Not Found'],
    ])
  })
})

describe('checking', () => {
  test('a check reports what saving would do and stores nothing', async () => {
    await save(sampleRows(eCommerce, 2))
    const answer = await check([...sampleRows(eCommerce, 4), { ...sampleRow(eCommerce, 9), reasonCode: 'nonsense' }])
    expect(answer.statusCode).toBe(200)
    expect(uploadReport.parse(answer.json())).toMatchObject({ storedCount: 2, cellCount: 1 })
    expect(answer.json().wouldSave).toBe(2)
    expect(await countOf(database.db, 'findings')).toBe(2)
    expect((await check(sampleRows(eCommerce, 3, 50))).json().message).toBe('All 3 rows can be saved.')
  })
})
