import { describe, expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { trapPurchase } from '#platforms/trap-purchase.ts'
import { isFiltered, savedViewOf, linkOf, rememberedOf, searchOf, startingSearch, viewOf } from './dashboard-view.ts'

const today = '2026-02-10'
const platform = domain as FindingPlatformDefinition

describe('what a dashboard shows', () => {
  test.each(platforms)('C-099 C-174 C-331 $title starts with the current month, 10 a page, no order', (one) => {
    expect(viewOf(one, {}, today)).toEqual({
      filters: {},
      sort: null,
      size: 10,
      range: { startDate: '2026-02-01', endDate: '2026-02-28' },
      notification: undefined,
    })
  })

  test('C-223 trap purchase shows 44 while no status is chosen, which is no filter to clear', () => {
    const plain = viewOf(trapPurchase, {}, today)
    expect(plain.filters).toEqual({ status: '44' })
    expect(isFiltered(trapPurchase, plain)).toBe(false)
    const chosen = viewOf(trapPurchase, { status: '66,77' }, today)
    expect(chosen.filters).toEqual({ status: '66,77' })
    expect(isFiltered(trapPurchase, chosen)).toBe(true)
    expect(isFiltered(trapPurchase, viewOf(trapPurchase, { title: 'x' }, today))).toBe(true)
    expect(viewOf(trapPurchase, { notification: 'n' }, today).filters).toEqual({})
  })

  test('every part of a view survives the address unchanged; 00 stays 00', () => {
    const search = {
      status: '00,33',
      domain: 'shop',
      sortBy: 'tld',
      sortOrder: 'desc',
      size: '50',
      startDate: '2025-12-01',
      endDate: '2026-01-31',
    }
    const view = viewOf(platform, search, today)
    expect(view.filters).toEqual({ status: '00,33', domain: 'shop' })
    expect(searchOf(view, today)).toEqual(search)
  })

  test('invalid parts of an address are ignored', () => {
    const view = viewOf(
      platform,
      { size: '7', sortBy: 'note', startDate: '2026-03-02', endDate: '2026-03-01', x: '1' },
      today,
    )
    expect(view).toEqual(viewOf(platform, {}, today))
  })
})

describe('saved views and links', () => {
  const search = { status: '33', sortBy: 'tld', sortOrder: 'asc', size: '50', columns: 'status,domain', open: 'a,b' }
  const view = viewOf(platform, { ...search, startDate: '2025-12-01', endDate: '2026-01-31' }, today)

  test('columns and open rows are in the address; a saved view has its columns, but no dates and no open rows', () => {
    expect([view.columns, view.open]).toEqual([
      ['status', 'domain'],
      ['a', 'b'],
    ])
    expect(searchOf(view, today)).toMatchObject(search)
    const { open: _, ...remembered } = search
    expect(savedViewOf(view, ['status', 'domain'], today)).toEqual(remembered)
    expect(rememberedOf(view, today)).toEqual({ ...remembered, startDate: '2025-12-01', endDate: '2026-01-31' })
  })

  test('a link has the dates and columns even if they are the default', () => {
    const plain = viewOf(platform, {}, today)
    expect(Object.fromEntries(new URLSearchParams(linkOf(plain, ['domain'], today)))).toEqual({
      columns: 'domain',
      startDate: '2026-02-01',
      endDate: '2026-02-28',
    })
  })

  test('a link is not mixed with remembered filters', () => {
    const remembered = { priority: 'High' }
    expect(startingSearch(platform, { open: 'a' }, remembered)).not.toHaveProperty('priority')
    expect(startingSearch(platform, { columns: 'domain' }, remembered)).not.toHaveProperty('priority')
  })

  test('an address has at most thirty open rows, each once', () => {
    const many = Array.from({ length: 40 }, (_, n) => `r${n}`)
    expect(viewOf(platform, { open: ['r1', ...many].join(',') }, today).open).toHaveLength(30)
    expect(searchOf({ ...view, open: many }, today)['open']).toBe(many.slice(-30).join(','))
  })
})

describe('C-166 what is remembered', () => {
  const range = { startDate: '2026-01-01', endDate: '2026-01-31' }
  const remembered = { status: '33', size: '20', ...range }

  test('a plain address opens the remembered view', () => {
    expect(startingSearch(platform, {}, remembered)).toEqual(remembered)
  })

  test('an address with filters of its own is not mixed with remembered ones', () => {
    expect(startingSearch(platform, { priority: 'High' }, remembered)).toEqual({
      priority: 'High',
      size: '20',
      ...range,
    })
  })

  test('a notification shows only its records', () => {
    expect(startingSearch(platform, { notification: 'n' }, remembered)).toEqual({ notification: 'n' })
  })

  test('C-346 the dates are remembered with the view of their own platform', () => {
    expect(rememberedOf(viewOf(platform, { status: '33', ...range }, today), today)).toEqual({ status: '33', ...range })
  })

  test('the current month is not remembered as dates, so that a new month starts with itself', () => {
    expect(rememberedOf(viewOf(platform, { status: '33' }, today), today)).toEqual({ status: '33' })
  })
})
