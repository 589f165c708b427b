import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { storedName } from '#columns/stored.ts'
import { uploadReport } from '#features/staging-rows/contract.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { emptyLogs, type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import {
  bearerOf,
  countOf,
  emptyUploads,
  post,
  reasonsOf,
  sampleDay,
  sampleRow,
  sampleRows,
  type Uploads,
  uploads,
} from './testing.ts'

const eCommerce = platformOf('e-commerce')!

let database: TestDatabase
let world: TestWorld
let testApp: TestApp
let save: Uploads['save']

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  const analyst = await bearerOf(database.db, world.people.analyst)
  const calls = uploads(testApp.server, analyst, { company: world.companies.parent, brand: world.brands.own })
  save = calls.save
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})
beforeEach(() => emptyUploads(database.db))

describe('saving', () => {
  test('S-196 S-258 rows of one call are saved together, and the answer says how many', async () => {
    const answer = await save(sampleRows(eCommerce, 120))
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Data Saved Successfully', saved: 120, batch: expect.any(String) },
    ])
    expect(await countOf(database.db, 'findings')).toBe(120)
    expect(await countOf(database.db, 'findings_e_commerce')).toBe(120)
  })

  test('the answer names the batch, which lists exactly its findings to the person who saved them, for a month', async () => {
    await save(sampleRows(eCommerce, 2))
    const { batch } = (await save(sampleRows(eCommerce, 3, 10))).json() as { batch: string }
    const { analyst, admin } = world.people
    const listed = async (who: string) => {
      const body = { platform: 'e-commerce', saved: batch, limit: 50, page: 1 }
      const headers = await bearerOf(database.db, who)
      const answer = await post(testApp.server, '/api/save-bulk-data/fetch-data-for-enforcement', headers, body)
      const { data, count } = answer.json() as { data: { url: string }[]; count: number }
      expect(count).toBe(data.length)
      return data.map(({ url }) => url).toSorted()
    }
    expect(await listed(analyst)).toEqual(sampleRows(eCommerce, 3, 10).map((one) => one['url']))
    expect(await listed(admin)).toEqual([])
    await sql`update saved_batches set created_at = now() - interval '31 days' where id = ${batch}`.execute(database.db)
    await save(sampleRows(eCommerce, 1, 20))
    expect(await listed(analyst)).toEqual([])
  })

  test('every saved row is in the status log as new, the upload in the data log, and clients are notified of rows in 33 only', async () => {
    const data = sampleRows(eCommerce, 3)
    data[1]!['status'] = '22'
    await save(data)
    const log = await rows<Record<string, unknown>>(
      database.db,
      sql`select module, username, search_term, status_from, status_to from status_log order by search_term`,
    )
    expect(log.map((line) => [line['module'], line['username'], line['status_from'], line['status_to']])).toEqual([
      ['upload', 'analyst', '', '33'],
      ['upload', 'analyst', '', '22'],
      ['upload', 'analyst', '', '33'],
    ])
    expect(log[0]!['search_term']).toBe('https://shop.example/e-commerce/0')
    expect(await rows(database.db, sql`select type, model, total_affected as total from data_log`)).toEqual([
      { type: 'add', model: 'Ecommerce', total: 3 },
    ])
    const jobs = await rows<{ data: { findingIds: string; count: number } }>(
      database.db,
      sql`select data from pgboss.job where name = 'findings-added'`,
    )
    const waiting = await rows<{ id: string }>(
      database.db,
      sql`select id from findings where status = '33' order by id`,
    )
    expect(jobs.map(({ data: payload }) => payload.findingIds.slice(1, -1).split(',').toSorted())).toEqual([
      waiting.map(({ id }) => id),
    ])
    expect(jobs[0]!.data.count).toBe(waiting.length)
  })

  test('drop-down values are stored, and an upload without rows in 33 notifies nobody', async () => {
    await save(sampleRows(eCommerce, 3).map((row) => ({ ...row, status: '55' })))
    expect(await rows(database.db, sql`select name, value from facets order by value`)).toEqual([
      { name: 'site', value: 'Choice 0' },
      { name: 'site', value: 'Choice 1' },
      { name: 'site', value: 'Choice 2' },
    ])
    expect(await countOf(database.db, 'pgboss.job')).toBe(0)
  })

  test('S-147 S-144 dateAdded is the reporting date; a missing priority comes from the reason code, an explicit one stays', async () => {
    const given = [
      { reasonCode: '12301', priority: '' },
      { reasonCode: 'tm_description', priority: '' },
      { reasonCode: '000', priority: '' },
      { reasonCode: '12301', priority: 'low' },
      { reasonCode: '', priority: '' },
    ]
    const answer = await save(
      given.map((cells, n) => ({ ...sampleRow(eCommerce, n), ...cells, dateAdded: 'no date at all' })),
    )
    expect(answer.statusCode).toBe(200)
    const stored = await rows(
      database.db,
      sql`select f.priority, f.reason_code, f.reporting_date from findings f join findings_e_commerce d on d.finding_id = f.id order by d.url`,
    )
    expect(stored).toEqual([
      { priority: 'High', reason_code: '12301', reporting_date: sampleDay },
      { priority: 'Low', reason_code: '12302', reporting_date: sampleDay },
      { priority: null, reason_code: '000', reporting_date: sampleDay },
      { priority: 'Low', reason_code: '12301', reporting_date: sampleDay },
      { priority: null, reason_code: null, reporting_date: sampleDay },
    ])
  })

  test('the employee code is that of the row, else that of the person who uploads', async () => {
    await rows(database.db, sql`update users set employee_code = 'EMP-7' where id = ${world.people.analyst}`)
    await save([{ ...sampleRow(eCommerce, 0), employeeCode: '' }, sampleRow(eCommerce, 1)])
    const stored = await rows(
      database.db,
      sql`select employee_code as code, created_by as by from findings order by code`,
    )
    expect(stored).toEqual([
      { code: 'E-1', by: world.people.analyst },
      { code: 'EMP-7', by: world.people.analyst },
    ])
  })

  test('S-104 extra fields that the screen adds to a row are ignored, and its id is never used as the finding id', async () => {
    const extras = { id: newId(), _id: 'x', sn: 7, updated: true, imageUrl: '', s3BucketName: '', s3FullImagePath: '' }
    const row = { ...sampleRow(eCommerce, 0), ...extras, enforcementData: [{ status: '55' }] }
    expect((await save([row])).statusCode).toBe(200)
    const [stored] = await rows<{ id: string; status: string }>(database.db, sql`select id, status from findings`)
    expect(stored!.id).not.toBe(extras.id)
    expect(stored!.status).toBe('33')
  })

  test('C-192 status 0 is stored as 00, a status name as its code', async () => {
    await save([0, 'Client Review'].map((status, n) => ({ ...sampleRow(eCommerce, n), status })))
    expect(await rows(database.db, sql`select status from findings order by status`)).toEqual([
      { status: '00' },
      { status: '88' },
    ])
  })
})

describe('two at once', () => {
  test('of two equal uploads at the same moment one is stored, the other is rejected, and nothing is stored twice', async () => {
    const data = sampleRows(eCommerce, 500)
    const answers = await Promise.all([save(data), save(data), save(data.toReversed())])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const rejected = uploadReport.parse(answers.find(({ statusCode }) => statusCode === 409)!.json())
    expect([rejected.storedCount, rejected.message]).toEqual([
      500,
      'All 500 rows are already stored. Nothing was changed.',
    ])
    expect(await countOf(database.db, 'findings')).toBe(500)
    expect(await countOf(database.db, 'status_log')).toBe(500)
  })

  test('when another transaction stores a row between check and insert, the unique index decides and the upload gets the report', async () => {
    await save([sampleRow(eCommerce, 3)])
    const [existing] = await rows<{ key: string }>(database.db, sql`select identity_key as key from findings`)
    await database.pool.query('truncate findings cascade')
    await emptyLogs(database.db)
    const other = await database.pool.connect()
    await other.query('begin')
    await other.query(
      `insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key)
       values ($1, $2, $3, 'e-commerce', $4, '33', $5)`,
      [world.companies.parent, newId(), world.brands.own, sampleDay, existing!.key],
    )
    const waiting = save(sampleRows(eCommerce, 5))
    await expect
      .poll(async () => (await rows(database.db, sql`select 1 from pg_locks where not granted`)).length)
      .toBe(1)
    await other.query('commit')
    other.release()
    const answer = await waiting
    expect([answer.statusCode, reasonsOf(answer.json().urlDuplicates)]).toEqual([409, [[3, 'Duplicate URL']]])
    expect(await countOf(database.db, 'findings')).toBe(1)
  })
})

test('G101 G114 an upload that waited while its brand was disabled, deleted or moved, or its user blocked, stores nothing', async () => {
  const brand = world.brands.own
  const changes = {
    'Brand is disabled': sql`update brands set enabled = false where id = ${brand}`,
    'Brand is not valid': sql`update brands set deleted_at = now() where id = ${brand}`,
    'Session timed out. Please login again.': sql`update users set is_blocked = true where id = ${world.people.analyst}`,
    moved: sql`update brands set company_id = ${world.companies.child}, brand_name = 'Moved' where id = ${brand}`,
  }
  for (const [message, change] of Object.entries(changes)) {
    const other = await database.pool.connect()
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtextextended('intake ${brand}', 0))`)
    const waiting = save(sampleRows(eCommerce, 2))
    await expect
      .poll(async () => (await rows(database.db, sql`select 1 from pg_locks where not granted`)).length)
      .toBe(1)
    await change.execute(database.db)
    await other.query('commit')
    other.release()
    const answer = await waiting
    await sql`update brands set enabled = true, deleted_at = null, company_id = ${world.companies.parent},
      brand_name = 'Acme One' where id = ${brand}`.execute(database.db)
    await sql`update users set is_blocked = false`.execute(database.db)
    expect([answer.statusCode, answer.json().message]).toEqual([
      message.startsWith('Session') ? 401 : 422,
      message === 'moved' ? 'Brand is not valid' : message,
    ])
    expect(await countOf(database.db, 'findings')).toBe(0)
  }
})

describe('a row in, the same row out', () => {
  test.each(platforms.map((platform) => [platform.value, platform] as const))(
    'S-099 S-100 S-101 S-102 S-103 %s: the values of the import columns are stored in the database',
    async (_name, platform) => {
      const data = sampleRows(platform, 5)
      const answer = await save(data, { platform: platform.path })
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: 'Data Saved Successfully', saved: 5, batch: expect.any(String) },
      ])
      const stored = await rows<Record<string, unknown>>(
        database.db,
        sql`select f.*, d.* from findings f join ${sql.table(platform.table)} d on d.company_id = f.company_id and d.finding_id = f.id order by f.id`,
      )
      stored.forEach((row, n) => {
        for (const name of [...platform.imported, ...platform.importedIfNamed]) {
          if (name === 'brand') expect(row['brand_id']).toBe(world.brands.own)
          else if (name === 'dateAdded') expect(row['reporting_date']).toBe(sampleDay)
          else expect([name, row[storedName(name)]]).toEqual([name, data[n]![name]])
        }
      })
      expect(stored.length).toBe(5)
    },
  )
})
