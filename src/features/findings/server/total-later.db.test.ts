import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { platforms } from '#platforms/all.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { addFindings } from './testing.ts'

const { at } = setUpActionTests()
const year = 'startDate=2023-01-01&endDate=2023-12-31'
type Envelope = { docs: { id: string }[]; totalDocs: number; totalIsExact?: boolean; hasNextPage: boolean }

const ask = async (path: string, who = 'client') => {
  const answer = await at.testApp.server.inject({
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })
  return { status: answer.statusCode, ...answer.json<Envelope>() }
}
const own = (count: number, title: string) =>
  addFindings(
    at.database.db,
    eCommerce,
    Array.from({ length: count }, (_, n) => ({
      companyId: at.world.companies.parent,
      brandId: at.world.brands.own,
      reportingDate: '2023-05-01',
      title: `${title} ${n}`,
    })),
  )

test('C-150 the total of a searched list is exact, and not waited for where it is asked for later', async () => {
  await own(25, 'Serum')
  await own(3, 'Cream')
  const searched = `ecommerce?${year}&title=serum&perPage=10`
  expect(await ask(searched)).toMatchObject({ totalDocs: 25, hasNextPage: true })
  expect((await ask(searched)).totalIsExact).toBeUndefined()
  const pages = [1, 2, 3].map((page) => ask(`${searched}&page=${page}&total=later`))
  const [first, second, last] = await Promise.all(pages)
  // What is known without counting: that there is another page.
  expect(first).toMatchObject({ totalDocs: 11, totalIsExact: false, hasNextPage: true })
  expect(second).toMatchObject({ totalDocs: 21, totalIsExact: false, hasNextPage: true })
  expect([last!.totalDocs, last!.totalIsExact, last!.hasNextPage]).toEqual([25, undefined, false])
  expect([first, second, last].map((page) => page!.docs.length)).toEqual([10, 10, 5])
  expect(new Set([first, second, last].flatMap((page) => page!.docs.map(({ id }) => id))).size).toBe(25)
  // Beyond the end, and without any, the total is counted as ever.
  expect(await ask(`${searched}&page=9&total=later`)).toMatchObject({ totalDocs: 25, docs: [] })
  expect(await ask(`ecommerce?${year}&title=nothing&total=later`)).toMatchObject({ totalDocs: 0, docs: [] })
  // From the counters it costs nothing.
  const counted = await ask(`ecommerce?${year}&perPage=10&total=later`)
  expect([counted.totalDocs, counted.totalIsExact]).toEqual([28, undefined])
  expect((await ask(`ecommerce?${year}&title=serum&total=soon`)).status).toBe(422)
})

test('the call for the total counts what the list of the caller has, on every platform', async () => {
  await own(2, 'Elixir')
  expect(await ask(`ecommerce/total?${year}&title=elixir`)).toEqual({ status: 200, totalDocs: 2 })
  expect(await ask(`ecommerce/total?${year}&title=elixir`, 'analyst')).toEqual({ status: 200, totalDocs: 2 })
  expect(await ask(`ecommerce/total?${year}&title=elixir`, 'foreignClient')).toEqual({ status: 200, totalDocs: 0 })
  const foreign = `clientCompanyId=${at.world.companies.foreign}`
  expect((await ask(`ecommerce/total?${year}&${foreign}`)).status).toBe(403)
  for (const { path } of platforms) {
    const { totalDocs } = await ask(`${path}?${year}`)
    expect(await ask(`${path}/total?${year}`), path).toEqual({ status: 200, totalDocs: totalDocs ?? 0 })
  }
})
