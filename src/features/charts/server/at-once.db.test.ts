import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { inTransaction, type Sql, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { platforms } from '#platforms/all.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { countedByHand, sellerByHand } from './testing.ts'

const { at, own } = setUpActionTests()

const pick = <Of>(list: readonly Of[]): Of => list[Math.floor(Math.random() * list.length)]!
const days = Array.from({ length: 90 }, (_, n) => daysAfter('2025-11-20', n))
const range = { startDate: '2025-12-05', endDate: '2026-01-31' }

/** Three of the same few findings, so that concurrent writers conflict. */
const someFindings = (): Sql =>
  sql`any(array(select id from findings where company_id = ${at.world.companies.parent} order by random() limit 3))`
const lockedFindings = (): Sql =>
  sql`select id from findings where id = ${someFindings()} and deleted_at is null order by id for update`
const changes: readonly (() => Sql)[] = [
  () => sql`update findings set status = ${pick(['33', '22', '55', '88'])} where id = ${someFindings()}`,
  () => sql`update findings set priority = ${pick(['High', 'Low', null])} where id = ${someFindings()}`,
  () => sql`update findings set reporting_date = ${pick(days)} where id = ${someFindings()}`,
  () =>
    sql`update findings set brand_id = ${pick([at.world.brands.own, at.world.brands.disabled])} where id = ${someFindings()}`,
  () => sql`update findings set deleted_at = now() where id = ${someFindings()}`,
  () => sql`update findings set deleted_at = null where id = ${someFindings()}`,
  // As an edit does: only findings that are not deleted, and locked.
  () => sql`with held as materialized (${lockedFindings()}) update findings_e_commerce set
    username = ${pick(['Glow', 'GLOW', 'Bazaar', null])}, site = ${pick(['Kartholm', 'Shopvira'])}
    where finding_id in (select id from held)`,
  () => sql`with held as materialized (${lockedFindings()}) update findings_domain set tld = ${pick(['com', 'shop', null])}
    where finding_id in (select id from held)`,
]

/** A writer with two changes in each of many transactions, some of which are rolled back. Returns the commits. */
async function runWriter(): Promise<number> {
  let committed = 0
  for (let n = 0; n < 16; n++)
    await inTransaction(at.database.pool, async ({ db }) => {
      await pick(changes)().execute(db)
      await pick(changes)().execute(db)
      if (n % 5 === 4) throw new Error('given up')
    }).then(
      () => committed++,
      (problem: Error & { code?: string }) => {
        // 40P01: a deadlock, which PostgreSQL ends by aborting one transaction.
        if (problem.message !== 'given up' && problem.code !== '40P01') throw problem
      },
    )
  return committed
}

const charts = async (call: string, who: string) =>
  (
    await at.testApp.server.inject({
      url: `/api/dashboard_v2/client/chart/${call}?startDate=${range.startDate}&endDate=${range.endDate}`,
      headers: { authorization: `Bearer ${at.tokens[who]!}` },
    })
  ).json()

async function compare(brands: readonly string[], who: string): Promise<void> {
  const scope = Object.fromEntries(platforms.map(({ value }) => [value, brands]))
  const counted = await countedByHand(at.database.db, scope, range)
  for (const call of ['home', 'domain', 'eCommerce']) {
    const { totalDocs, currentMonth, pie, bar } = await charts(call, who)
    const { brands: _, waiting: __, ...hand } = counted[call]!
    expect({ totalDocs, currentMonth, pie, bar }, call).toEqual({
      totalDocs: hand['totalDocs'],
      currentMonth: hand['currentMonth'],
      pie: hand['pie'],
      bar: hand['bar'],
    })
  }
  const sold = await sellerByHand(at.database.db, scope, { range, name: 'glow' })
  const answer = await at.testApp.server.inject({
    url: `/api/ecommerce/uniqueSellerData?${new URLSearchParams({ ...range, sellerName: 'glow', perPage: '50' })}`,
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })
  const [page, ...bar] = answer.json().data
  expect({ totalDocs: page.totalDocs, bar }).toEqual({ totalDocs: sold.totalDocs, bar: sold.bar })
  for (const { id, sellerCountInCompany, sellerCountOutsideCompany } of page.docs)
    expect([sellerCountInCompany, sellerCountOutsideCompany]).toEqual(sold.others.get(id))
}

test('C-161 C-284 after four concurrent writers on the same findings, and two folding, the charts match a full count', async () => {
  for (const platform of [domain, eCommerce])
    await own(
      platform,
      Array.from({ length: 12 }, () => '33'),
      { reportingDate: '2026-01-10' },
    )
  let isOver = false
  const folding = async () => {
    while (!isOver) await foldCounters(at.database.db)
  }
  const folders = [folding(), folding()]
  const committed = await Promise.all([runWriter(), runWriter(), runWriter(), runWriter()]).finally(
    () => (isOver = true),
  )
  await Promise.all(folders)
  expect(committed.reduce((sum, one) => sum + one)).toBeGreaterThan(16)
  const { brands } = at.world
  await compare([brands.own, brands.child], 'client')
  while ((await foldCounters(at.database.db)) > 0);
  await compare([brands.own, brands.child], 'client')
  await compare(Object.values(brands), 'analyst')

  // A disabled brand leaves its client's numbers at once and returns when it is enabled.
  await sql`update brands set enabled = false where id = ${brands.own}`.execute(at.database.db)
  await compare([brands.child], 'client')
  await sql`update brands set enabled = true where id = ${brands.own}`.execute(at.database.db)
  await compare([brands.own, brands.child], 'client')
})
