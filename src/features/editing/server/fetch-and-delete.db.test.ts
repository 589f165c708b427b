import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { countFindings } from '#features/findings/server/counters.ts'
import { emptyUploads } from '#features/intake/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { platformOf } from '#platforms/all.ts'
import { type Edits, edits } from './testing.ts'

const { at, own } = setUpActionTests()
const eCommerce = platformOf('e-commerce')!
const [day, other] = ['2026-03-09', '2026-03-10']
let analyst: Edits
let admin: Edits
beforeAll(() => {
  const { companies, brands } = at.world
  const scope = { company: companies.parent, brand: brands.own, platform: 'e-commerce', reportingDate: day }
  const as = (who: string) => edits(at.testApp.server, { authorization: `Bearer ${at.tokens[who]!}` }, scope)
  analyst = as('analyst')
  admin = as('admin')
})
beforeEach(() => emptyUploads(at.database.db))
const on = (reportingDate: string, titles: string[]) =>
  Promise.all(titles.map(async (title) => (await own(eCommerce, ['33'], { reportingDate, title }))[0]!))
const counted = async () =>
  countFindings(at.database.db, {
    platform: 'e-commerce',
    companyIds: [at.world.companies.parent],
    brandIds: undefined,
  })

test('S-199 reporting dates are those with undeleted findings of the brand and platform, newest first', async () => {
  await on(day, ['a', 'b'])
  const [last] = await on(other, ['c'])
  await own(platformOf('domain')!, ['33'], { reportingDate: '2026-03-11' })
  expect(await analyst.dates()).toEqual([other, day])
  await analyst.remove([last!])
  expect(await analyst.dates()).toEqual([day])
  expect(await analyst.dates({ platform: 'website' })).toEqual([])
  expect((await analyst.request('fetch-available-reporting-dates', { platform: 'x' })).json()).toEqual({
    message: 'Platform is not valid',
    errors: [{ platform: 'Platform is not valid' }],
  })
})

test('S-197 rows are those of the brand, platform and day; filters are part matches of known columns', async () => {
  const ids = await on(day, ['Blue lamp', 'Red lamp', 'Blue 100% towel'])
  await on(other, ['Blue other day'])
  const found = async (filters: object) => (await analyst.fetch({ filters })).map(({ id }) => id)
  expect((await found({})).toSorted()).toEqual(ids.toSorted())
  expect((await found({ title: 'BLUE' })).toSorted()).toEqual([ids[0], ids[2]].toSorted())
  expect(
    await found({ title: 'blue', url: String((await analyst.fetch({ filters: { title: '100%' } }))[0]!['url']) }),
  ).toEqual([ids[2]])
  expect(await found({ title: '0_' })).toEqual([])
  expect(await found({ status: 'awaiting' })).toHaveLength(3)
  expect(await found({ status: 'success' })).toEqual([])
  expect(await found({ reasonCode: 'Phishing_Login', title: ' ' })).toHaveLength(3)
  const refused = async (more: object) => (await analyst.request('fetch-bulk-data', more)).json().errors
  expect(await refused({ filters: { nothing: 'x' } })).toEqual([{ filters: 'Filters are not valid' }])
  expect(await refused({ filters: { title: 'x'.repeat(3000) } })).toHaveLength(1)
  expect(await refused({ filters: 'x' })).toHaveLength(1)
  expect(await refused({ reportingDate: '' })).toEqual([{ reportingDate: 'Reporting date is required' }])
})

test('S-200 deleted rows are hidden everywhere but stored; with one missing row none is deleted', async () => {
  const [one, two, three] = await on(day, ['a', 'b', 'c'])
  expect((await analyst.remove([one!, newId()])).statusCode).toBe(404)
  expect((await analyst.remove([one!, 'x'])).statusCode).toBe(404)
  expect((await analyst.remove([one!], { platform: 'domain' })).statusCode).toBe(404)
  const { companies, brands } = at.world
  const foreign = { company: companies.foreign, brand: brands.foreign }
  expect((await analyst.remove([one!], foreign)).statusCode).toBe(404)
  expect(await counted()).toBe(3)
  const answer = await analyst.remove([one!, two!, one!.toUpperCase()])
  expect(answer.json()).toEqual({ message: '2 records deleted', deleted: 2 })
  expect(await counted()).toBe(1)
  expect((await analyst.fetch()).map(({ id }) => id)).toEqual([three])
  expect(await rows(at.database.db, sql`select 1 from findings`)).toHaveLength(3)
  expect(await rows(at.database.db, sql`select type, model, total_affected as total from data_log`)).toEqual([
    { type: 'delete', model: 'Ecommerce', total: 2 },
  ])
  const many = Array.from({ length: 1001 }, () => newId())
  for (const data of [[], many, 'x', [{}], undefined]) {
    const refused = await analyst.request('delete-multiple', { data })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ data: 'Data is not valid' }]])
  }
})

test('only one’s own deletion of the last seconds can be undone, all or none', async () => {
  const [one, two] = await on(day, ['a', 'b'])
  await analyst.remove([one!, two!])
  expect((await admin.undo([one!])).statusCode).toBe(409)
  const answer = await analyst.undo([one!, two!])
  expect(answer.json()).toEqual({ message: '2 records restored', restored: 2 })
  expect([await counted(), (await analyst.fetch()).length]).toEqual([2, 2])
  expect((await analyst.undo([one!])).json().message).toBe('This deletion can no longer be undone.')

  await analyst.remove([one!, two!])
  await sql`update findings set deleted_at = deleted_at - interval '20 seconds' where id = ${two}`.execute(
    at.database.db,
  )
  expect((await analyst.undo([one!, two!])).statusCode).toBe(409)
  expect(await counted()).toBe(0)
  // The address was added again since.
  await sql`insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key)
    select company_id, ${newId()}::uuid, brand_id, platform, reporting_date, status, identity_key from findings where id = ${one}`.execute(
    at.database.db,
  )
  expect((await analyst.undo([one!])).json().message).toBe(
    'One of these addresses has been added again since. Nothing was restored.',
  )
})

test('a deletion of many rows, which took several calls, is undone as a whole for as long after its last call', async () => {
  const ids = await on(
    day,
    Array.from({ length: 1_600 }, (_, n) => `many-${n}`),
  )
  const parts = [ids.slice(0, 600), ids.slice(600, 1_200), ids.slice(1_200)]
  for (const part of parts) await analyst.remove(part)
  /** As if the calls had been so many seconds ago. */
  const deletedAgo = async (seconds: readonly number[]) => {
    for (const [n, part] of parts.entries())
      await sql`update findings set deleted_at = now() - make_interval(secs => ${seconds[n]}) where id = any(${part}::uuid[])`.execute(
        at.database.db,
      )
  }
  await deletedAgo([30, 19, 13])
  expect((await analyst.undo(ids)).statusCode).toBe(409)
  // A deletion of another time is not part of it.
  await deletedAgo([30, 9, 1])
  expect((await analyst.undo(ids)).statusCode).toBe(409)
  expect(await counted()).toBe(0)
  await deletedAgo([28, 18, 8])
  expect((await analyst.undo(ids)).json()).toEqual({ message: '1,600 records restored', restored: 1_600 })
  expect(await counted()).toBe(1_600)
})
