import { expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { allScreens } from './all-screens.ts'
import { menuOf, readyFilters } from './menus.ts'

const needs = {
  '/tmch-dashboard': 'tmch',
  '/domain-dashboard': 'domain',
  '/website-dashboard': 'website',
  '/social-media-dashboard': 'socialMedia',
  '/ecommerce-dashboard': 'eCommerce',
  '/app-store-dashboard': 'appStore',
  '/trap-purchase-dashboard': 'eCommerce',
}

test('C-063 C-064 each platform entry of the Client menu depends on its own flag, trap purchase on that of e-commerce', () => {
  const entries = menuOf.Client.map((path) => [path, allScreens.find((screen) => screen.path === path)?.needs])
  expect(Object.fromEntries(entries.filter(([path]) => path! in needs))).toEqual(needs)
})

test('C-065 each platform entry of the Client menu has ready filters', () => {
  expect(Object.keys(readyFilters).toSorted()).toEqual(Object.keys(needs).toSorted())
  for (const filters of Object.values(readyFilters)) expect(filters.length).toBeGreaterThan(1)
})

test.each(platforms)(
  "C-065 the ready filters of $title are its list's statuses in their order, then High priority",
  (platform) => {
    expect(readyFilters[`/${platform.path}-dashboard`]!.map(({ search }) => search)).toEqual([
      ...platform.statuses.map((status) => ({ status })),
      { priority: 'High' },
    ])
  },
)
