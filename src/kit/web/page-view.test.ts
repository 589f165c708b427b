import { expect, test } from 'vitest'
import { queryOfView, changedView, pageSizes, pageViewOf, searchOfView, withFilter } from './page-view.ts'

test('A-146 pages are 10, 20, 50 or 100, 20 by default, and the default order is the server’s own', () => {
  expect(pageSizes).toEqual([10, 20, 50, 100])
  expect(queryOfView(pageViewOf({}))).toEqual({ page: 1, perPage: 20 })
  expect(pageViewOf({ perPage: '100' }).size).toBe(100)
  for (const perPage of ['30', '-1', '1e9', 'all']) expect(pageViewOf({ perPage }).size).toBe(20)
  expect(pageViewOf({}, { size: 10 }).size).toBe(10)
})

test('A-069 the call takes 1 for ascending and -1 for descending', () => {
  expect(queryOfView(pageViewOf({ sortBy: 'name', sortDirection: '1' }))).toMatchObject({
    sortBy: 'name',
    sortDirection: '1',
  })
  expect(queryOfView(pageViewOf({ sortBy: 'name', sortDirection: '-1' }))).toMatchObject({ sortDirection: '-1' })
})

test('the view is written to the address and read back; defaults are left out', () => {
  const viewOptions = { filters: ['country', 'city'] }
  const search = { page: '3', perPage: '50', sortBy: 'name', sortDirection: '-1', search: 'acme', country: 'India' }
  const view = pageViewOf({ ...search, city: '', other: 'x' }, viewOptions)
  expect(view).toEqual({
    page: 3,
    size: 50,
    sort: { by: 'name', order: 'desc' },
    search: 'acme',
    filters: { country: 'India' },
  })
  expect(JSON.parse(JSON.stringify(searchOfView(view, viewOptions)))).toEqual(search)
  expect(JSON.parse(JSON.stringify(searchOfView(pageViewOf({}), viewOptions)))).toEqual({})
})

test('another search, filter, order or size starts at the first page; an invalid page is page 1', () => {
  const view = pageViewOf({ page: '7' })
  expect(changedView(view, { search: 'a' }).page).toBe(1)
  expect(changedView(view, { sort: null }).page).toBe(1)
  expect(changedView(view, { size: 50 }).page).toBe(1)
  expect(changedView(view, { page: 8 }).page).toBe(8)
  for (const page of ['0', '-3', '1.5', 'x', ['2', '3']]) expect(pageViewOf({ page }).page).toBe(1)
})

test('a filter is set, replaced and removed', () => {
  expect(withFilter({ city: 'Pune' }, 'country', 'India')).toEqual({ city: 'Pune', country: 'India' })
  expect(withFilter({ city: 'Pune' }, 'city', 'Delhi')).toEqual({ city: 'Delhi' })
  expect(withFilter({ city: 'Pune' }, 'city', '')).toEqual({})
})
