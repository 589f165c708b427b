import { expect, test } from 'vitest'
import { addressesOf, dashboardOf, waitingAddress } from './addresses.ts'
import { dateBars, ringOf, sellerBars } from './chart-models.ts'
import { homeViewOf, nameOf, periodOf, quickRanges, searchOfHome, tabsOf, tabTitle } from './home-view.ts'

const labels = (count: number) => Array.from({ length: count }, (_, n) => `2026-01-${n}`)
const barOf = (count: number) => ({
  labels: labels(count),
  series: [{ code: '33', name: 'Awaiting Approval', data: labels(count).map(() => 1) }],
})

test('C-078 C-079 a tab for each platform of the brands, in order, none for TMCH', () => {
  expect(tabsOf(new Set(['appStore', 'tmch', 'domain', 'eCommerce']))).toEqual(['domain', 'eCommerce', 'appStore'])
  expect(tabsOf(new Set())).toEqual([])
})

test('C-081 tab titles are the key split into words', () => {
  expect(['domain', 'socialMedia', 'eCommerce', 'appStore', 'trapPurchase'].map(tabTitle)).toEqual([
    'Domain',
    'Social Media',
    'E Commerce',
    'App Store',
    'Trap Purchase',
  ])
  // Elsewhere on the home a platform has the same name as in menus and dashboards.
  expect(['socialMedia', 'eCommerce', 'trapPurchase'].map(nameOf)).toEqual([
    'Social Media',
    'E-commerce',
    'Trap Purchase',
  ])
})

test('C-091 C-340 the sellers say from 49 on that only the top 50 are shown', () => {
  expect(sellerBars(barOf(48)).axis).toBe('Seller')
  expect(sellerBars(barOf(49)).axis).toBe('Seller (only the top 50 data points shown)')
})

test('A-152 reporting dates say from 48 on that only the most recent 50 are shown', () => {
  expect(dateBars(barOf(47)).axis).toBe('Reporting Date')
  expect(dateBars(barOf(48)).axis).toContain('most recent 50')
})

test('the address decides what is shown; defaults are omitted and invalid values give the default', () => {
  const tabs = ['domain', 'eCommerce'] as const
  const today = '2026-11-21'
  const month = { startDate: '2026-11-01', endDate: '2026-11-30' }
  expect(homeViewOf({}, tabs, today)).toEqual({ tab: 'home', range: month })
  expect(homeViewOf({ tab: 'appStore', startDate: '2026-02-01', endDate: '2026-01-01' }, tabs, today)).toEqual({
    tab: 'home',
    range: month,
  })
  const view = { tab: 'eCommerce', range: { startDate: '2026-01-01', endDate: '2026-01-05' } } as const
  expect(homeViewOf(searchOfHome(view, today), tabs, today)).toEqual(view)
  expect(searchOfHome({ tab: 'home', range: month }, today)).toEqual({})
  expect(quickRanges(today).map(({ range }) => range.startDate)).toEqual([
    '2026-11-01',
    '2026-09-01',
    '2025-12-01',
    '2018-01-01',
  ])
})

test('a part links to the list with as many records: months end where the range ends', () => {
  const to = addressesOf('socialMedia', { startDate: '2026-01-10', endDate: '2026-02-05' })
  expect(to.month({ code: '33', name: '', mark: '2026-01' })).toBe(
    '/social-media-dashboard?status=33&startDate=2026-01-10&endDate=2026-01-31',
  )
  expect(to.month({ code: '33', name: '', mark: '2026-02' })).toContain('startDate=2026-02-01&endDate=2026-02-05')
  expect(to.status({ code: '101,102', name: '' })).toContain('status=101%2C102')
  expect(to.status({ code: '', name: 'Other' })).toBeUndefined()
  expect(to.day({ code: '55', name: '', mark: '2026-01-31' })).toContain('startDate=2026-01-31&endDate=2026-01-31')
  expect(dashboardOf('eCommerce')).toBe('/ecommerce-dashboard')
  expect(dashboardOf('trapPurchase')).toBe('/trap-purchase-dashboard')
  expect(waitingAddress('domain', '2026-11-21', { status: '33' })).toBe(
    '/domain-dashboard?status=33&startDate=2018-01-01&endDate=2026-11-30',
  )
})

test('a ring of many parts shows the largest nine and combines the rest', () => {
  const many = Array.from({ length: 14 }, (_, n) => ({ name: `Site ${n}`, value: 20 - n }))
  const { parts } = ringOf(many)
  expect(parts).toHaveLength(10)
  expect(parts[9]).toMatchObject({ name: 'Other (5)', code: '', value: 9 + 8 + 7 + 11 + 10 })
  expect(ringOf(many.slice(0, 10)).parts).toHaveLength(10)
})

test('a range is called by what it covers', () => {
  const today = '2026-11-22'
  const month = { startDate: '2026-11-01', endDate: '2026-11-30' }
  expect(periodOf(month, today)).toBe('this month')
  expect(periodOf({ ...month, startDate: '2018-01-01' }, today)).toBe('to date')
  expect(periodOf({ ...month, startDate: '2026-11-03' }, today)).toBe('from 03-11-2026 to 30-11-2026')
})
