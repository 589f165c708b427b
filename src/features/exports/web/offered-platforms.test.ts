import { expect, test } from 'vitest'
import { allBrands } from '#features/exports/rules.ts'
import { findingPlatforms } from '#vocabulary/platform-names.ts'
import { type KnownBrands, offeredPlatforms, platformAfter } from './offered-platforms.ts'

const dates = { startDate: '2024-01-01', endDate: null }
const known = new Map([
  ['shop', { name: 'Shop', platform: { eCommerce: dates, socialMedia: dates } }],
  ['names', { name: 'Names', platform: { domain: dates } }],
]) as unknown as KnownBrands

test('S-005 a bulk download offers the platforms of the chosen brands, and all for All or a brand that is not known', () => {
  expect(offeredPlatforms(['shop'], known)).toEqual(['social-media', 'e-commerce'])
  expect(offeredPlatforms(['shop', 'names'], known)).toEqual(['domain', 'social-media', 'e-commerce'])
  for (const brand of [[], [allBrands], ['names', 'other']])
    expect(offeredPlatforms(brand, known)).toEqual(findingPlatforms)
})

test('S-007 a chosen brand selects its first platform, unless it has the one that is chosen', () => {
  expect(platformAfter(undefined, ['shop'], known)).toBe('social-media')
  expect(platformAfter('website', ['shop'], known)).toBe('social-media')
  expect(platformAfter('e-commerce', ['shop', 'names'], known)).toBe('e-commerce')
  expect(platformAfter('website', ['names'], known)).toBe('domain')
  for (const brand of [[], [allBrands]]) {
    expect(platformAfter(undefined, brand, known)).toBeUndefined()
    expect(platformAfter('website', brand, known)).toBe('website')
  }
})
