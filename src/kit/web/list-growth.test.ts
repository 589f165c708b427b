import { describe, expect, test } from 'vitest'
import { allRecords, mergeRows, nextPageRequest } from './list-growth.ts'

describe('how a list grows', () => {
  test('C-334 domain and website request the next page of 20 and append', () => {
    expect(nextPageRequest('next-20', 20, 20)).toEqual({ page: 2, perPage: 20, replace: false })
    expect(nextPageRequest('next-20', 100, 100)).toEqual({ page: 6, perPage: 20, replace: false })
    // Ten rows are half a page of 20: that page is requested, so that no row is skipped.
    expect(nextPageRequest('next-20', 10, 10)).toEqual({ page: 1, perPage: 20, replace: false })
  })

  test('C-335 social media and app store request page 1 with 20 more than are visible, never above the largest page', () => {
    expect(nextPageRequest('visible-plus-20', 10, 10)).toEqual({ page: 1, perPage: 30, replace: true })
    expect(nextPageRequest('visible-plus-20', 19_990, 100).perPage).toBe(allRecords)
  })

  test('e-commerce requests the next page of the chosen size', () => {
    expect(nextPageRequest('next-page', 50, 50)).toEqual({ page: 2, perPage: 50, replace: false })
    expect(nextPageRequest('next-page', 30, 10)).toEqual({ page: 4, perPage: 10, replace: false })
  })

  test('rows received twice are listed once, at their old position, with the newer state', () => {
    const rows = [row('a', 1), row('b', 1)]
    expect(mergeRows(rows, [row('b', 2), row('c', 2)], false)).toEqual([row('a', 1), row('b', 2), row('c', 2)])
    expect(mergeRows(rows, [row('c', 2)], true)).toEqual([row('c', 2)])
  })
})

const row = (id: string, version: number) => ({ id, version })
