import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestWorld } from '#app/testing-world.ts'
import { type Db, sql } from '#kit/server/db.ts'
import { testDatabase, type TestDatabase } from '#kit/server/testing.ts'
import { website } from '#platforms/website.ts'
import { pageOfFindings, type Sorting } from './page-queries.ts'
import { numberOfFindings, type FindingQuery } from './queries.ts'
import { totalCounted } from './counters.ts'

/** Findings of status 33 that are newer than all others, those of 11, and those of 55, which are older than these. */
const counts = { newest: 24_000, rare: 60, old: 20_000 }
const newest: Sorting = { by: 'reportingDate', direction: 'desc' }

let database: TestDatabase
let scope: FindingQuery['scope']
/** Before PostgreSQL 16 there is no index of page ranges (migration 0325): the same rows are found without it. */
let hasRanges: boolean
beforeAll(async () => {
  database = await testDatabase()
  const version = await database.pool.query<{ n: number }>(`select current_setting('server_version_num')::int as n`)
  hasRanges = version.rows[0]!.n >= 160_000
  const world = await buildTestWorld(database.db)
  const [company, brand] = [world.companies.parent, world.brands.own]
  scope = { platform: website.value, companyIds: [company], brandIds: undefined }
  const fill = (rows: number, status: string, day: string) =>
    sql`with made as (
        insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key)
        select ${company}::uuid, gen_random_uuid(), ${brand}::uuid, 'website', ${day}::date - (n % 20), ${status},
          gen_random_uuid()
        from generate_series(1, ${rows}::int) n returning company_id, id)
      insert into findings_website (company_id, finding_id, url)
      select company_id, id, 'https://copies.example/' || id from made`.execute(database.db)
  await fill(counts.old, '55', '2020-06-01')
  await fill(counts.rare, '11', '2021-06-01')
  await fill(counts.newest, '33', '2022-06-01')
  await sql`select fold_counters(1000000)`.execute(database.db)
  await database.pool.query('vacuum analyze findings, findings_website')
}, 120_000)
afterAll(() => database.drop())

/** A database that notes the plans of all statements. */
function watched(): { db: Db; plans: { 'Shared Hit Blocks': number; text: string }[] } {
  const plans: { 'Shared Hit Blocks': number; text: string }[] = []
  return {
    plans,
    db: {
      ...database.db,
      run: async (text, values) => {
        const found = await database.pool.query(`explain (analyze, buffers, format json) ${text}`, values)
        const plan = found.rows[0]['QUERY PLAN'][0].Plan
        plans.push({ ...plan, text: JSON.stringify(plan) })
        return database.db.run(text, values)
      },
    },
  }
}

const ofStatus = (status: string, more: Partial<FindingQuery> = {}): FindingQuery => ({
  platform: website,
  scope,
  range: undefined,
  filters: { status: { search: 'many', values: [status] } },
  ...more,
})

test.each([
  ['that hardly any of the newest findings have', '11', counts.rare, 2],
  ['that the newest findings have', '33', counts.newest, 1],
])('a page of a status %s is read in few pages of the table', async (_name, status, rows, statements) => {
  const { db, plans } = watched()
  const total = totalCounted(scope, undefined, [status])
  for (const offset of [0, 20, rows - 7]) {
    const page = await pageOfFindings(db, ofStatus(status), newest, { size: 20, offset, total })
    const { rows: expected } = await sql`select id from findings where platform = 'website' and status = ${status}
      order by reporting_date desc, id desc limit 20 offset ${offset}`.execute<{ id: string }>(database.db)
    expect(page.found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(page.total).toBe(rows)
  }
  expect(plans).toHaveLength(3 * statements)
  const ofRanges = plans.filter(({ text }) => text.includes('findings_statuses'))
  expect(ofRanges).toHaveLength(hasRanges ? 3 * (statements - 1) : 0)
})

test('findings of a rare status are counted in the pages that have it', async () => {
  const { db, plans } = watched()
  const all = sql`f.image is null`
  expect(await numberOfFindings(db, ofStatus('11', { extraConditions: [all] }))).toBe(counts.rare)
  if (!hasRanges) return
  expect(plans[0]!.text).toContain('findings_statuses')
  expect(plans[0]!['Shared Hit Blocks']).toBeLessThan(100)
})

test('past the last finding of a status there is none, and where nobody has it no statement reads on', async () => {
  const { db, plans } = watched()
  const page = (status: string, offset: number) =>
    pageOfFindings(db, ofStatus(status), newest, { size: 20, offset, total: totalCounted(scope, undefined, [status]) })
  expect((await page('11', counts.rare)).found).toEqual([])
  expect((await page('22', 0)).found).toEqual([])
  expect(plans).toHaveLength(2)
})

test('without a total a page of a rare status is as complete', async () => {
  const page = await pageOfFindings(database.db, ofStatus('11'), newest, { size: 50, offset: 20 })
  expect(page.found).toHaveLength(counts.rare - 20)
})

test('a change of a status stays in its page of the table', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    // Few of each page, which has room for them.
    const { rowCount } = await client.query(
      `update findings set status = '22' where status = '55' and hashtext(id::text) % 50 = 0`,
    )
    const { rows } = await client.query<{ hot: number }>(
      `select pg_stat_get_xact_tuples_hot_updated('findings'::regclass)::int as hot`,
    )
    expect(rows[0]!.hot).toBe(rowCount)
    expect(rowCount).toBeGreaterThan(100)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
