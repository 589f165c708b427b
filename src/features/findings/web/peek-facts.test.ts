import { expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { conditionedNames } from '#platforms/platform.ts'
import { filterOfAll, linkedNames } from './finding-links.ts'
import { factsOf, firstFacts } from './peek-facts.ts'

const columnNames = new Set(platforms.flatMap(({ columns }) => Object.keys(columns)))

test.each([...firstFacts, ...linkedNames])('%s is a column of some platform', (name) => {
  expect([...columnNames]).toContain(name)
})

test.each(platforms)('$title: who is behind the finding is shown first and leads to all of theirs', (platform) => {
  const { first, others } = factsOf(platform)
  const seller = platform.offeredBy!
  expect(first.indexOf(seller)).toBeGreaterThanOrEqual(0)
  expect(first.indexOf(seller)).toBeLessThan(4)
  expect(filterOfAll(platform, seller, 'Royal Mart')).toEqual({ [`${seller}.any`]: '"Royal Mart"' })
  expect(first.filter((name) => others.includes(name))).toEqual([])
})

test.each(platforms.filter(({ enforcedWith }) => enforcedWith.length > 0))(
  '$title: registrar, host and address are shown first and lead to all of theirs',
  (platform) => {
    expect(factsOf(platform).first).toEqual(expect.arrayContaining(['registrar', 'hosting', 'ipAddress']))
    for (const name of ['registrar', 'hosting', 'ipAddress'])
      expect(filterOfAll(platform, name, 'One')).toEqual({ [`${name}.any`]: '"One"' })
  },
)

test('a value that the filter would take apart leads nowhere, or to the filter that keeps it whole', () => {
  const [eCommerce] = platforms.filter(({ value }) => value === 'e-commerce')
  expect(filterOfAll(eCommerce!, 'site', 'Kartholm')).toEqual({ site: 'Kartholm' })
  expect(filterOfAll(eCommerce!, 'site', 'Kartholm, Pune')).toEqual({ 'site.any': 'Kartholm, Pune' })
  expect(filterOfAll(eCommerce!, 'username', 'a|b')).toBeUndefined()
  expect(filterOfAll(eCommerce!, 'username', '')).toBeUndefined()
  expect(filterOfAll(eCommerce!, 'title', 'A title')).toBeUndefined()
  for (const platform of platforms)
    for (const name of linkedNames.filter(
      (one) => one in platform.columns && !conditionedNames(platform).includes(one),
    ))
      expect(filterOfAll(platform, name, 'x'), `${platform.value} ${name}`).toBeUndefined()
})
