import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { ChoiceCounts } from '#features/findings/contract-schemas.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { countChoices } from './choice-counts.ts'
import { foldCounters } from './counters.ts'
import { addFindings } from './testing.ts'

const { at, get, post, stored } = setUpActionTests()

const search = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString()
const countsOf = async (platform: Platform, query: Readonly<Record<string, string>>, who?: string) => {
  const answer = await get(`${platform.path}/filter-counts?${search(query)}`, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ChoiceCounts>()
}
const idsOf = async (platform: Platform, query: Readonly<Record<string, string>>, who?: string) => {
  const answer = await get(`${platform.path}?${search({ perPage: '100', ...query })}`, who)
  expect(answer.statusCode, answer.body).toBe(200)
  const { docs, totalDocs } = answer.json<{ docs: { id: string }[]; totalDocs: number }>()
  expect(totalDocs).toBe(docs.length)
  return docs.map(({ id }) => id)
}
const mine = (platform: Platform, given: readonly Record<string, unknown>[]) =>
  addFindings(
    at.database.db,
    platform,
    given.map((one) => ({ companyId: at.world.companies.parent, brandId: at.world.brands.own, ...one })),
  )

describe('how many findings each choice would leave', () => {
  const march = { startDate: '2023-03-01', endDate: '2023-03-31' }

  test('is what the list has with that choice, for every filter, with and without the others', async () => {
    const cycle = <Value>(values: readonly Value[], n: number) => values[n % values.length]!
    await mine(
      eCommerce,
      Array.from({ length: 36 }, (_, n) => ({
        reportingDate: `2023-03-${String((n % 28) + 1).padStart(2, '0')}`,
        status: cycle(['33', '22', '88', '44'], n),
        priority: cycle(['High', 'Low', null], n),
        reasonCode: cycle(['12301', '12302', '567', null, '23401'], n),
        site: cycle(['Shop, one', 'Shop two'], n),
        title: cycle(['Red shoe', 'Blue shoe', 'Green hat'], n),
        price: n,
        discountPercentage: cycle([10, null, 60], n),
        flipkartAssured: cycle([true, false, null], n),
      })),
    )
    const others: Record<string, string>[] = [
      {},
      { status: '33' },
      { 'title.any': 'red|hat', 'price.between': '3..30' },
      { 'discountPercentage.is': 'empty', priority: 'High' },
      { startDate: '2023-03-05', endDate: '2023-03-20', 'site.any': 'Shop two' },
    ]
    const choices = {
      status: ['33', '22', '88', '44', '11'],
      priority: ['High', 'Low'],
      reasonCode: ['12301', '12302', '567', '23401'],
      // A value with a comma is chosen by the condition: the plain filter separates values by it.
      site: ['Shop, one', 'Shop two'],
      flipkartAssured: ['true', 'false'],
    }
    const check = async () => {
      for (const other of others)
        for (const [name, values] of Object.entries(choices)) {
          const query = { ...march, ...other }
          const without = Object.fromEntries(
            Object.entries(query).filter(([one]) => one !== name && !one.startsWith(`${name}.`)),
          )
          const { counts, empty, atLeast } = await countsOf(eCommerce, { ...query, name })
          const detail = `${name} under ${JSON.stringify(other)}`
          const listed = await Promise.all(
            values.map(
              async (value) =>
                [value, (await idsOf(eCommerce, { ...without, [`${name}.any`]: value })).length] as const,
            ),
          )
          expect(counts, detail).toEqual(Object.fromEntries(listed.filter(([, n]) => n > 0)))
          if (name !== 'status' && name !== 'site')
            expect(empty, detail).toBe((await idsOf(eCommerce, { ...without, [`${name}.is`]: 'empty' })).length)
          expect(atLeast).toBe(false)
        }
    }
    await check()
    // 'None of' includes findings without a value.
    expect(await idsOf(eCommerce, { ...march, 'reasonCode.not': '12301|12302' })).toHaveLength(21)
    while ((await foldCounters(at.database.db)) > 0);
    const { counts } = await countsOf(eCommerce, { ...march, name: 'site' })
    expect(counts).toEqual({ 'Shop, one': 18, 'Shop two': 18 })
  })

  test('only what the caller sees is counted; a foreign company or brand is 403, another name 422', async () => {
    const { companies, brands } = at.world
    const may = { startDate: '2023-05-01', endDate: '2023-05-31' }
    const on = { reportingDate: '2023-05-04', tld: 'example' }
    await addFindings(at.database.db, domain, [
      { companyId: companies.foreign, brandId: brands.foreign, status: '33', ...on },
      { companyId: companies.child, brandId: brands.child, status: '22', ...on },
      { companyId: companies.parent, brandId: brands.own, status: '33', ...on, deletedAt: new Date() },
    ])
    await mine(domain, [{ status: '33', ...on }])
    const statuses = async (who: string, more = {}) =>
      (await countsOf(domain, { ...may, ...more, name: 'status' }, who)).counts
    expect(await statuses('client')).toEqual({ '33': 1, '22': 1 })
    expect(await statuses('childClient')).toEqual({ '22': 1 })
    expect(await statuses('foreignClient', { 'domain.is': 'filled' })).toEqual({ '33': 1 })
    expect(await statuses('analyst')).toEqual({ '33': 2, '22': 1 })
    const foreign: Record<string, string>[] = [{ clientCompanyId: companies.foreign }, { brand: brands.foreign }]
    for (const more of foreign)
      expect((await get(`domain/filter-counts?${search({ ...may, ...more, name: 'status' })}`)).statusCode).toBe(403)
    for (const name of ['title', 'id', 'status; drop table findings', ''])
      expect((await get(`domain/filter-counts?${search({ ...may, name })}`)).statusCode).toBe(422)
  })

  test('of more findings than may be read, some are counted and the answer says so', async () => {
    const june = { startDate: '2023-06-01', endDate: '2023-06-30' }
    const cells = Array.from({ length: 12 }, (_, n) => ({ reportingDate: '2023-06-09', domain: `a${n}.wide.example` }))
    await mine(domain, cells)
    const query = {
      platform: domain,
      scope: { platform: domain.value, companyIds: [at.world.companies.parent], brandIds: [at.world.brands.own] },
      range: june,
      filters: {},
    } as const
    const counted = (filters: Parameters<typeof countChoices>[1]['filters'], column: string, cost = 0) =>
      countChoices({ db: at.database.db, pool: at.database.pool }, { ...query, filters }, column, {
        alone: 5,
        joined: 4,
        searched: 3,
        cost,
        milliseconds: 5000,
      })
    const sum = ({ counts, empty }: ChoiceCounts) => Object.values(counts).reduce((all, n) => all + n, empty)
    const priorities = await counted({}, 'priority')
    expect([sum(priorities), priorities.atLeast]).toEqual([5, true])
    const hidden = await counted({ 'hosting.is': { search: 'empty', isEmpty: false } }, 'priority')
    expect([sum(hidden), hidden.atLeast]).toEqual([4, true])
    const texts = await counted({ domain: { search: 'part', text: 'wide' } }, 'priority')
    expect([sum(texts), texts.atLeast]).toEqual([3, true])
    // The counters know statuses whatever the size, and what is cheap to read is exact.
    expect([sum(await counted({}, 'status')), (await counted({}, 'status')).atLeast]).toEqual([12, false])
    const found = await counted({ domain: { search: 'part', text: 'a7.wide' } }, 'priority', 1_000_000)
    expect([sum(found), found.atLeast]).toEqual([1, false])
  })
})

describe('conditions of a list', () => {
  const july = { startDate: '2023-07-01', endDate: '2023-07-31' }
  const texts = { 'title.any': 'silver|gold', 'title.not': 'plated', 'price.between': '10..', 'status.not': '88' }
  const all = { ...july, ...texts }

  test('select the same findings in the list, its decision, its approval and its download', async () => {
    const add = (title: string, price: number | null, status = '33') => ({
      title,
      price,
      status,
      reportingDate: '2023-07-03',
    })
    const [gold, silver, ...rest] = await mine(eCommerce, [
      add('Gold ring', 10),
      add('SILVER ring', 99.5, '22'),
      add('Gold plated ring', 50),
      add('Gold ring', 9.99),
      add('Gold ring', null),
      add('Copper ring', 50),
      add('Silver ring', 50, '88'),
    ])
    expect((await idsOf(eCommerce, all)).toSorted()).toEqual([gold, silver].toSorted())

    const preview = await post('decisions/preview', { platform: 'e-commerce', status: '00', list: all })
    expect(preview.json()).toMatchObject({ total: 2, changes: 2 })
    const csv = await get(`ecommerce/download-xls?${search({ ...all, type: 'csv' })}`)
    expect(csv.body.trim().split('\n')).toHaveLength(3)

    const approved = await post('ecommerce/approve-matching', { ...all, status: '33', count: 1 })
    expect(approved.json()).toMatchObject({ updated: 1 })
    expect((await stored(gold!)).status).toBe('22')
    const decided = await post('decisions', { platform: 'e-commerce', status: '00', list: all, changes: 2 })
    expect(decided.json()).toMatchObject({ decision: { changed: 2 } })
    expect(await Promise.all([gold!, silver!].map(async (id) => (await stored(id)).status))).toEqual(['00', '00'])
    expect(await Promise.all(rest.map(async (id) => (await stored(id)).status))).toEqual(['33', '33', '33', '33', '88'])
  })

  test('that cannot be read are refused everywhere, and odd texts match nothing', async () => {
    const wrong = { ...july, 'price.between': 'cheap' }
    expect((await get(`ecommerce?${search(wrong)}`)).statusCode).toBe(422)
    expect((await get(`ecommerce/download-xls?${search({ ...wrong, type: 'csv' })}`)).statusCode).toBe(422)
    const body = { platform: 'e-commerce', status: '00', list: wrong }
    expect((await post('decisions/preview', body)).json()).toMatchObject({
      errors: [{ 'price.between': 'Price is not valid' }],
    })
    for (const odd of ["'; drop table findings", '%', '_', '\\', '\ud800', '3e9999'])
      for (const name of ['title.any', 'site.any', 'status.any', 'reasonCode.any', 'flipkartAssured.any'])
        expect(await idsOf(eCommerce, { ...july, [name]: odd }), `${name} ${odd}`).toEqual([])
    expect((await get(`ecommerce?${search({ ...july, 'title.any': 'a\u0000b' })}`)).statusCode).toBeLessThan(500)
    expect(
      (await get(`ecommerce?${search({ ...july, 'numberOfRatings.between': '999999999999999..' })}`)).statusCode,
    ).toBe(200)
  })
})
