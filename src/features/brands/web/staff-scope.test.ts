import { expect, test } from 'vitest'
import type { PickedBrand } from '#features/brands/contract.ts'
import { findingPlatforms } from '#vocabulary/platform-names.ts'
import { isNarrower, platformsOf, withBrand, withCompany } from './staff-scope.ts'

const brand = (...keys: string[]): PickedBrand => ({
  id: 'b',
  _id: 'b',
  brandName: 'B',
  company: 'c',
  status: true,
  platform: Object.fromEntries(keys.map((key) => [key, {}])),
})

test('S-004 staff have five platforms', () => {
  expect(findingPlatforms).toEqual(['domain', 'website', 'social-media', 'e-commerce', 'app-store'])
})

test('S-005 the platforms offered are those the brand has', () => {
  expect(platformsOf(brand('eCommerce', 'domain', 'tmch'))).toEqual(['domain', 'e-commerce'])
  expect(platformsOf(undefined)).toEqual([])
})

test('S-006 another company clears brand and platform', () => {
  expect(withCompany('other')).toEqual({ companyId: 'other', brandId: undefined, platform: undefined })
})

test('S-006 S-008 the first company and brand keep the platform and narrow the list; others clear it', () => {
  const all = { companyId: undefined, brandId: undefined, platform: 'domain' as const }
  const company = withCompany('c', all)
  expect(company).toEqual({ ...all, companyId: 'c' })
  const own = withBrand(company, brand('website', 'domain'))
  expect(own).toEqual({ companyId: 'c', brandId: 'b', platform: 'domain' })
  expect([isNarrower(company, all), isNarrower(own, company), isNarrower(own, all)]).toEqual([true, true, true])
  const website = withBrand(company, brand('website'))
  const others = [website, withCompany('other', company), withCompany(undefined, company), all]
  expect(others.map((next) => isNarrower(next, company))).toEqual([false, false, false, false])
  // The brand without the platform gets its own first one; a second brand too (S-007).
  expect(website.platform).toBe('website')
  expect(withBrand(own, brand('website', 'domain')).platform).toBe('website')
})

test.each([
  [['domain', 'appStore', 'eCommerce', 'socialMedia', 'website'], 'website'],
  [['domain', 'appStore', 'eCommerce', 'socialMedia'], 'social-media'],
  [['domain', 'appStore', 'eCommerce'], 'e-commerce'],
  [['domain', 'appStore'], 'app-store'],
  [['domain'], 'domain'],
  [[], 'domain'],
])('S-007 a brand with %j preselects %s', (keys, platform) => {
  expect(withBrand(withCompany('c'), brand(...keys))).toEqual({ companyId: 'c', brandId: 'b', platform })
})

test('S-050 a screen may prefer a platform; a brand without it gives its first one', () => {
  expect(withBrand(withCompany('c'), brand('website', 'domain'), 'domain').platform).toBe('domain')
  expect(withBrand(withCompany('c'), brand('appStore', 'website'), 'domain').platform).toBe('website')
})
