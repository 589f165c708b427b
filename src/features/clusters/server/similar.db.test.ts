import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { SimilarCount } from '#features/clusters/contract.ts'
import { similarBounds } from '#features/clusters/rules.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { setUpClusterTests } from './testing.ts'

const actions = setUpActionTests()
const { at, get } = actions
const { add, fold, groupsOf } = setUpClusterTests(actions)

const similarTo = (ids: readonly string[], companies: readonly string[], who: string) =>
  get(`clusters/similar?ids=${ids.join(',')}&companies=${companies.join(',')}`, who)
const countsOf = async (ids: readonly string[], companies: readonly string[], who = 'client') =>
  (await similarTo(ids, companies, who)).json().counts as SimilarCount[]

test('each finding of a list has the number of others in its clusters, each once; those that are alone have none', async () => {
  const { parent } = at.world.companies
  const ids = await add(eCommerce, [
    { username: 'Listed Seller', reason: 'Copied box' },
    { username: 'Listed Seller' },
    { reason: 'Copied box' },
    { reason: 'Copied box' },
    { username: 'Alone' },
  ])
  await fold()
  const found = new Map((await countsOf(ids, [parent])).map((one) => [one.id, one]))
  const [seller, reason] = await groupsOf(ids[0]!)
  expect(seller!.links).toMatchObject([{ kind: 'seller' }])
  const bySeller = { clusterId: seller!.clusterId, inCluster: 1, isExact: true }
  expect(found.get(ids[0]!)).toEqual({ id: ids[0], ...bySeller, others: 3, clusters: 2 })
  expect(found.get(ids[1]!)).toEqual({ id: ids[1], ...bySeller, others: 1, clusters: 1 })
  const byReason = { clusterId: reason!.clusterId, inCluster: 2, isExact: true }
  expect(found.get(ids[2]!)).toEqual({ id: ids[2], ...byReason, others: 2, clusters: 1 })
  expect(found.has(ids[4]!)).toBe(false)
  expect(await countsOf(ids, [parent], 'analyst')).toEqual(await countsOf(ids, [parent]))
})

test('a finding in two clusters counts a finding of both once; of a large cluster no more is read, and the number is at least so many', async () => {
  const { parent } = at.world.companies
  const both = { username: 'Twice Seller', reason: 'Twice reason' }
  const ids = await add(eCommerce, [both, both, { username: 'Twice Seller' }, { reason: 'Twice reason' }])
  const large = { username: 'Large Seller', reason: 'Small reason' }
  const [inLarge] = await add(eCommerce, [
    large,
    ...Array(similarBounds.rowsOfFinding).fill({ username: 'Large Seller' }),
  ])
  await add(eCommerce, [{ reason: 'Small reason' }])
  await fold()
  const found = new Map((await countsOf([...ids, inLarge!], [parent])).map((one) => [one.id, one]))
  expect(found.get(ids[0]!)).toMatchObject({ others: 3, inCluster: 2, clusters: 2, isExact: true })
  const others = similarBounds.rowsOfFinding
  expect(found.get(inLarge!)).toMatchObject({ others, inCluster: others, clusters: 2, isExact: false })
})

test('a Client is told only of findings of its own that it may see, whatever companies and ids it names', async () => {
  const { brands, companies } = at.world
  const mail = { emailAddress: 'listed@shop.example' }
  const [seen] = await add(domain, [mail, mail])
  const [hidden] = await add(domain, [mail], { companyId: companies.parent, brandId: brands.disabled })
  const [theirs] = await add(domain, [mail, mail], { companyId: companies.foreign, brandId: brands.foreign })
  await fold()
  const all = [
    [seen!, hidden!, theirs!],
    [companies.parent, companies.foreign],
  ] as const
  expect(await countsOf(...all)).toMatchObject([{ id: seen, others: 1 }])
  expect(await countsOf(...all, 'foreignClient')).toMatchObject([{ id: theirs, others: 1 }])
  const toStaff = new Map((await countsOf(...all, 'analyst')).map(({ id, others }) => [id, others]))
  expect(toStaff).toEqual(
    new Map([
      [seen, 2],
      [hidden, 2],
      [theirs, 1],
    ]),
  )
  expect(await countsOf([seen!], [companies.foreign])).toEqual([])
})

test('a Client of two clusters counts none of the findings that it may not see', async () => {
  const { brands, companies } = at.world
  const both = { username: 'Veiled Seller', reason: 'Veiled reason' }
  const [one] = await add(eCommerce, [both, { username: 'Veiled Seller' }, { reason: 'Veiled reason' }])
  await add(eCommerce, [both, both], { companyId: companies.parent, brandId: brands.disabled })
  await fold()
  expect(await countsOf([one!], [companies.parent])).toMatchObject([{ others: 2, clusters: 2, isExact: true }])
  expect(await countsOf([one!], [companies.parent], 'analyst')).toMatchObject([{ others: 4, clusters: 2 }])
})

test('more ids than a list shows at once, and texts that are no ids, are refused', async () => {
  const { parent } = at.world.companies
  const id = '019aa000-0000-7000-8000-000000000000'
  expect((await similarTo(Array(101).fill(id), [parent], 'client')).statusCode).toBe(422)
  expect((await similarTo(['x'], [parent], 'client')).statusCode).toBe(422)
  expect((await get('clusters/similar', 'client')).statusCode).toBe(422)
  expect(await countsOf([id], [parent])).toEqual([])
})
