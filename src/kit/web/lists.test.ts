import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { direction, pageOf } from '#kit/contract/page.ts'
import { debounced } from './debounced.ts'
import { delays } from './delays.ts'
import { everyPage } from './every-page.ts'
import { pageNumbers } from './page-numbers.ts'
import { Pager } from './Pager.tsx'
import { scrollLoader } from './scroll-loader.ts'
import { nextSort } from './sort-cycle.ts'
import { pageAfter, rowsOf } from './use-infinite-list.ts'

describe('the pager', () => {
  test.each([
    [1, 3, [1, 2, 3], false, false],
    [1, 8, [1, 2, 3, 4, 5, 6, 7, 8], false, false],
    [1, 20, [1, 2, 3, 4, 5, 6, 7, 8], false, true],
    [10, 20, [6, 7, 8, 9, 10, 11, 12, 13], true, true],
    [20, 20, [13, 14, 15, 16, 17, 18, 19, 20], true, false],
  ])('C-345 page %i of %i shows a window of at most 8 numbers', (page, pages, numbers, before, after) => {
    expect(pageNumbers(page, pages)).toEqual({ numbers, before, after })
  })

  test('C-345 the window is between first, previous, next and last, with dots where numbers are left out', () => {
    const drawn = (page: number, pages: number) => {
      const pager = createElement(Pager, { page, pages, go: () => undefined })
      const html = renderToStaticMarkup(createElement(MantineProvider, null, pager))
      const parts = [...html.matchAll(/<button[^>]*>|…/g)].map(([part]) => {
        const label = /aria-label="([^"]*)"/.exec(part)?.[1] ?? part
        return / disabled=""/.test(part) ? `(${label})` : label
      })
      return [...parts]
    }
    const window = (from: number) => Array.from({ length: 8 }, (_, n) => `Page ${from + n}`)
    const back = ['First page', 'Previous page']
    const on = ['Next page', 'Last page']
    expect(drawn(10, 20)).toEqual([...back, '…', ...window(6), '…', ...on])
    expect(drawn(1, 9)).toEqual([...back.map((step) => `(${step})`), ...window(1), '…', ...on])
    expect(drawn(9, 9)).toEqual([...back, '…', ...window(2), ...on.map((step) => `(${step})`)])
  })
})

describe('delays', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('C-337 A-150 a fetch waits 1000 ms after the last change', () => {
    const fetch = vi.fn()
    const change = debounced(fetch, delays.fetch)
    change('a')
    vi.advanceTimersByTime(900)
    change('ab')
    vi.advanceTimersByTime(999)
    expect(fetch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(fetch.mock.calls).toEqual([['ab']])
  })

  test('C-337 S-287 A-150 scrolling is checked after 100 ms and a queue list requests the next page 500 ms later, once', () => {
    const more = vi.fn()
    const isAtEnd = vi.fn(() => true)
    const { onScroll } = scrollLoader({ isAtEnd, more, wait: delays.queue })
    onScroll()
    vi.advanceTimersByTime(60)
    onScroll()
    vi.advanceTimersByTime(99)
    expect(isAtEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(isAtEnd).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(499)
    expect(more).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(more).toHaveBeenCalledTimes(1)
  })

  test('scrolling in the middle of a list requests nothing', () => {
    const more = vi.fn()
    const { onScroll } = scrollLoader({ isAtEnd: () => false, more, wait: delays.queue })
    onScroll()
    vi.advanceTimersByTime(10_000)
    expect(more).not.toHaveBeenCalled()
  })
})

describe('lists that grow', () => {
  const rows = Array.from({ length: 25 }, (_, at) => ({ id: `row ${at}` }))
  const page = (number: number) => pageOf(rows.slice((number - 1) * 10, number * 10), number, 10, rows.length)

  test('S-139 A-068 S-287 pages of 10 are appended until hasNextPage is false', () => {
    const pages = [page(1)]
    for (let next = pageAfter(page(1)); next !== undefined; next = pageAfter(pages.at(-1)!)) pages.push(page(next))
    expect(pages.map(({ docs }) => docs.length)).toEqual([10, 10, 5])
    expect(rowsOf({ pages, pageParams: [] })).toEqual(rows)
  })

  test('a row that a newer one pushed to the next page is listed once', () => {
    const later = pageOf([{ id: 'row 9' }, { id: 'row 10' }], 2, 10, 12)
    expect(rowsOf({ pages: [page(1), later], pageParams: [] }).map(({ id }) => id)).toEqual([
      ...page(1).docs.map(({ id }) => id),
      'row 10',
    ])
  })

  test('everyPage reads all pages', async () => {
    expect(await everyPage((number) => Promise.resolve(page(number)))).toEqual(rows)
  })
})

test('A-069 a heading sorts none, ascending, descending, none; another heading starts ascending; the call takes 1 and -1', () => {
  const first = nextSort(null, 'name')
  expect(first).toEqual({ by: 'name', order: 'asc' })
  const second = nextSort(first, 'name')
  expect(second).toEqual({ by: 'name', order: 'desc' })
  expect(nextSort(second, 'name')).toBeNull()
  expect(nextSort(second, 'city')).toEqual({ by: 'city', order: 'asc' })
  expect([1, '-1', 'asc', 'sideways'].map((raw) => direction.parse(raw))).toEqual(['asc', 'desc', 'asc', undefined])
})
