import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { sql } from '#kit/server/db.ts'
import { eCommerce } from '#platforms/e-commerce.ts'

const { at } = setUpActionTests()

/** The sellers of a year of whole months in the home of the client, whose scope leaves the disabled brand out. */
async function sellersOf(range: string): Promise<Record<string, number>> {
  const answer = await at.testApp.server.inject({
    url: `/api/dashboard_v2/client/chart/home?${range}`,
    headers: { authorization: `Bearer ${at.tokens['client']!}` },
  })
  const { seller } = answer.json<{ seller: { labels: string[]; series: { data: number[] }[] } }>()
  return Object.fromEntries(seller.labels.map((name, n) => [name, seller.series[0]!.data[n]!]))
}

test('sellers of a brand that leaves the scope, enters it or is emptied are counted right, whatever is folded in between', async () => {
  const { companies, brands } = at.world
  const add = (brandId: string, username: string, count: number) =>
    addFindings(
      at.database.db,
      eCommerce,
      Array.from({ length: count }, () => ({
        companyId: companies.parent,
        brandId,
        reportingDate: '2023-05-10',
        username,
      })),
    )
  const year = 'startDate=2023-01-01&endDate=2023-12-31'
  const ranges = [year, 'startDate=2023-05-02&endDate=2023-06-30', 'startDate=2023-05-10&endDate=2023-05-10']
  const check = async (expected: Record<string, number>, when: string) => {
    for (const range of ranges) expect(await sellersOf(range), `${when}, ${range}`).toEqual(expected)
  }
  const fold = (name: string) => sql`select ${sql.raw(name)}()`.execute(at.database.db)
  await add(brands.own, 'Mercury', 2)
  const hidden = await add(brands.disabled, 'Venus', 3)
  await check({ Mercury: 2 }, 'nothing folded')
  await fold('fold_values')
  await check({ Mercury: 2 }, 'values folded')
  await fold('fold_counters')
  await check({ Mercury: 2 }, 'all folded')
  // One of the hidden brand moves into the scope, the others leave for good.
  await sql`update findings set brand_id = ${brands.own} where id = ${hidden[0]!}`.execute(at.database.db)
  await check({ Mercury: 2, Venus: 1 }, 'moved')
  await sql`update findings set deleted_at = now() where id = any(${hidden.slice(1)}::uuid[])`.execute(at.database.db)
  // Now the counters by month say that the hidden brand has nothing, while those of its sellers do not know yet.
  await fold('fold_counters')
  await check({ Mercury: 2, Venus: 1 }, 'moved and emptied, counters folded')
  while ((await foldCounters(at.database.db)) > 0);
  await check({ Mercury: 2, Venus: 1 }, 'everything folded')
  await add(brands.disabled, 'Venus', 1)
  await fold('fold_values')
  await check({ Mercury: 2, Venus: 1 }, 'another one hidden, values folded')
})
