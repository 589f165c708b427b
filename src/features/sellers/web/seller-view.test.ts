import { expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { sellerPage, showsAllBrands } from './seller-view.ts'

test('the page of a seller and the dashboards remember their views under different names', () => {
  expect(platforms.map(({ module }) => module)).not.toContain(sellerPage.module)
})

test('C-132 the findings are of all brands while no brand is selected, whatever the toggle was', () => {
  expect(showsAllBrands({}, { id: null })).toBe(true)
  expect(showsAllBrands({ allData: 'true' }, { id: null })).toBe(true)
  expect(showsAllBrands({ allData: 'true' }, { id: 'brand' })).toBe(true)
  expect(showsAllBrands({}, { id: 'brand' })).toBe(false)
})
