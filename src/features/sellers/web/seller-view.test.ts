import { expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { sellerPage } from './seller-view.ts'

test('the page of a seller and the dashboards remember their views under different names', () => {
  expect(platforms.map(({ module }) => module)).not.toContain(sellerPage.module)
})
