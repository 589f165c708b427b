import { expect, test } from 'vitest'
import { narrowedTo, queryOf, pageSizes, searchOf, viewOf } from './enforcement-view.ts'

test('S-039 the default is 50 records a page, of 10, 20, 50, 100 and All', () => {
  expect(viewOf({}).size).toBe(50)
  expect(pageSizes).toEqual([10, 20, 50, 100, 20_000])
  expect(viewOf({ size: '30' }).size).toBe(50)
})

test('a view survives a round trip through the URL, and defaults are omitted', () => {
  const view = {
    scope: { companyId: 'c', brandId: 'b', platform: 'domain' as const },
    formFilters: {
      registrar: 'GoDaddy',
      actionTaken: 'Other',
      reportingDate: '2026-01-02',
      assigned: 'nobody' as const,
    },
    filters: { domain: 'acme' },
    sort: { by: 'domain', order: 'desc' as const },
    page: 3,
    size: 20_000,
    batch: undefined,
    saved: undefined,
    cards: 'L' as const,
  }
  expect(viewOf(searchOf(view))).toEqual(view)
  expect(searchOf(viewOf({}))).toEqual({})
  expect(viewOf({ platform: 'fax', page: '-1', sortBy: '', cards: 'XL' })).toMatchObject({
    scope: { platform: undefined },
    page: 1,
    sort: null,
    cards: undefined,
  })
})

test('S-006 the first company keeps the filters of the list and goes to page 1', () => {
  const scope = { companyId: 'c', brandId: undefined, platform: 'domain' as const }
  const all = viewOf({ platform: 'domain', status: '33', 'in.domain': 'acme', page: '3', peek: 'x' })
  expect(searchOf(narrowedTo(scope, all))).toEqual({
    company: 'c',
    platform: 'domain',
    status: '33',
    'in.domain': 'acme',
  })
  expect(narrowedTo(scope, viewOf({}))).toEqual(viewOf({}))
})

test('whose findings are listed is one of the choices, or not asked', () => {
  expect(viewOf({ assigned: 'me' }).formFilters).toEqual({ assigned: 'me' })
  expect(viewOf({ assigned: 'everybody' }).formFilters).toEqual({})
})

test('S-201 the call gets scope, form filters, searches, order and page', () => {
  const view = viewOf({
    company: 'c',
    brand: 'b',
    platform: 'e-commerce',
    site: 'Shop',
    'in.title': 'cream',
    sortBy: 'price',
    page: '2',
  })
  expect(queryOf(view)).toEqual({
    limit: '50',
    page: '2',
    company: 'c',
    brand: 'b',
    platform: 'e-commerce',
    site: 'Shop',
    filters: { title: 'cream' },
    sortBy: 'price',
    sortOrder: 'asc',
  })
})
