import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logMoves } from '#kit/server/audit.ts'
import { type Db, inTransaction, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import { findingsWith, foldLogRows, hasCombination, logRows, type LogSearch, numberOfLogRows } from './queries.ts'

type Line = {
  id: string
  cursor_at: string
  company_id: string
  brand_id: string
  finding_id: string
  username: string
  search_term: string
  status_from: string
  status_to: string
  batch_size: number
}

let database: TestDatabase
let lines: Line[]
const [companies, brands] = [
  [newId(), newId()],
  [newId(), newId(), newId()],
]

/** Writes `count` rows in one statement; brand and status repeat, so that rows form batches. */
const write = (db: Db, username: string, count: number) =>
  logMoves(
    { userId: null, username },
    'bulk-approve',
    sql`(select (${companies}::uuid[])[case when n % 3 = 2 then 2 else 1 end] as company_id, (${brands}::uuid[])[1 + n % 3] as brand_id,
      'domain' as platform, gen_random_uuid() as finding_id, 'https://shop' || n || '.example' as search_term,
      '33' as status_from, case when n % 5 = 0 then '99' else '22' end as status_to, now() as at from generate_series(1, ${count}::int) n)`,
  ).execute(db)

beforeAll(async () => {
  database = await testDatabase()
  await write(database.db, 'one', 40)
  // Two equal statements in one transaction, so with the same time.
  await inTransaction(database.pool, async ({ db }) => {
    await write(db, 'two', 25)
    await write(db, 'two', 1)
    await write(db, 'two', 25)
  })
  lines = await rows<Line>(
    database.db,
    sql`select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at from status_log order by at desc, id desc`,
  )
})
afterAll(() => database.drop())

const now = today('UTC')
const search = (filters: Partial<LogSearch>): LogSearch => ({
  range: { startDate: daysAfter(now, -1), endDate: daysAfter(now, 1) },
  zone: 'UTC',
  company: undefined,
  brand: undefined,
  platform: undefined,
  from: undefined,
  to: undefined,
  username: undefined,
  usernames: undefined,
  terms: [],
  findings: undefined,
  sort: 'createdAt',
  direction: 'desc',
  module: undefined,
  ...filters,
})

test('A-060 A-067 rows that differ only in the finding form a batch, whose head has the size', () => {
  expect(lines).toHaveLength(91)
  const batchHeads = lines.filter((line) => line.batch_size > 0)
  // Three brands with two statuses each in every large statement; the middle statement has one row.
  expect(batchHeads).toHaveLength(6 + 6 + 1 + 6)
  expect(batchHeads.reduce((sum, line) => sum + line.batch_size, 0)).toBe(91)
})

describe.each(['before', 'after'])('%s the rows are folded', (when) => {
  beforeAll(async () => {
    if (when === 'after') while ((await foldLogRows(database.db)) > 0);
    expect((await rows(database.db, sql`select 1 from status_log_new`)).length).toBe(when === 'after' ? 0 : 19)
  })

  test.each<[string, Partial<LogSearch>, (line: Line) => boolean]>([
    ['company', { company: companies[1]! }, (line) => line.company_id === companies[1]],
    ['brand', { brand: brands[1]! }, (line) => line.brand_id === brands[1]],
    ['person', { usernames: ['two'] }, (line) => line.username === 'two'],
    ['persons', { usernames: ['one', 'two'] }, () => true],
    ['status to', { to: '99' }, (line) => line.status_to === '99'],
    ['both statuses', { from: '33', to: '22' }, (line) => line.status_to === '22'],
    [
      'brand, status',
      { brand: brands[0]!, to: '22' },
      (line) => line.brand_id === brands[0] && line.status_to === '22',
    ],
    ['status, address', { from: '33', terms: ['shop1'] }, (line) => line.search_term.includes('shop1')],
    [
      'company, person, addresses',
      { company: companies[0]!, usernames: ['one'], terms: ['shop1', '.ex'] },
      (line) => line.company_id === companies[0] && line.username === 'one' && line.search_term.includes('shop1'),
    ],
    ['nothing', {}, () => true],
  ])(
    'A-120 A-147 %s: every row is found once, in order, by pages and by cursor, and counted',
    async (_name, filters, fits) => {
      for (const direction of ['desc', 'asc'] as const) {
        const query = search({ ...filters, direction })
        const wanted = lines.filter(fits).sort((a, b) => compare(a, b, direction))
        const ids = wanted.map((line) => line.id)
        expect(ids.length).toBeGreaterThan(6)
        const page = async (window: Parameters<typeof logRows>[2]) =>
          (await logRows(database.db, query, window)).map((found) => found.id)
        expect(await page({ size: 200, offset: 0, after: undefined })).toEqual(ids)
        expect(await page({ size: 3, offset: 2, after: undefined })).toEqual(ids.slice(2, 5))
        const { cursor_at: at, id } = wanted[4]!
        expect(await page({ size: 7, offset: 0, after: { at, id } })).toEqual(ids.slice(5, 12))
        expect(await numberOfLogRows(database.db, query)).toBe(ids.length)
        expect(await numberOfLogRows(database.db, query, 4)).toBe(4)
      }
    },
  )

  test('A-120 a row that is not a batch head is found by its address, and its combination is known', async () => {
    const batchLine = lines.find((line) => line.batch_size === 0 && line.search_term === 'https://shop17.example')!
    const query = search({ terms: ['SHOP17.'], company: batchLine.company_id })
    const findings = (await findingsWith(database.db, query, 100))!
    const wanted = lines.filter((line) => line.search_term === batchLine.search_term).map((line) => line.id)
    expect(wanted).toHaveLength(3)
    expect((await logRows(database.db, { ...query, findings }, all)).map((found) => found.id)).toEqual(wanted)
    expect(await numberOfLogRows(database.db, { ...query, findings })).toBe(3)
    expect(await findingsWith(database.db, query, 2)).toBeUndefined()
    const known = { brand: batchLine.brand_id, from: '33', to: batchLine.status_to }
    expect(await hasCombination(database.db, search(known))).toBe(true)
    expect(await hasCombination(database.db, search({ ...known, to: '11' }))).toBe(false)
  })
})

const all = { size: 200, offset: 0, after: undefined }

/** By time, then the youngest id first. */
function compare(a: Line, b: Line, direction: 'asc' | 'desc'): number {
  const byMoment = a.cursor_at < b.cursor_at ? -1 : a.cursor_at > b.cursor_at ? 1 : 0
  return byMoment === 0 ? (a.id < b.id ? 1 : -1) : direction === 'asc' ? byMoment : -byMoment
}
