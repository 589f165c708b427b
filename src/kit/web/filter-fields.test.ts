import { describe, expect, test } from 'vitest'
import { column } from '#columns/column.ts'
import { filterSchema } from '#columns/filter-schema.ts'
import { filterFields, maxMoney, filterSummary, sidesOf, rangeText } from './filter-fields.ts'

const columns = { site: column('Site', 'choice'), price: column('Price', 'money'), url: column('URL', 'link') }

describe('a range in an address', () => {
  test.each([
    ['10', '20', '10-20'],
    ['10', '10', '10'],
    ['', '20', '0-20'],
    ['10', '', `10-${maxMoney}`],
    ['', '', ''],
  ])('from %j to %j becomes %j, is parsed back unchanged and accepted by the call', (from, to, text) => {
    expect(rangeText(from, to)).toBe(text)
    expect(sidesOf(text)).toEqual({ from, to })
    const read = filterSchema(columns, ['price']).parse({ price: text })
    expect(read).toEqual(
      text === '' ? {} : { price: { search: 'range', from: Number(from), to: Number(to || maxMoney) } },
    )
  })
})

test('chips show labels, days and ranges in a readable form', () => {
  const [site, price, url] = filterFields(columns, ['site', 'price', 'url'], {}, (name) =>
    name === 'site' ? ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value.toUpperCase() })) : undefined,
  )
  expect(filterSummary(site!, 'a,b')).toBe('A, B')
  expect(filterSummary(site!, 'a,b,c,d')).toBe('A, B and 2 more')
  expect(filterSummary(price!, `10-${maxMoney}`)).toBe('from 10')
  expect(filterSummary(price!, '0-20')).toBe('up to 20')
  expect(filterSummary(url!, 'shop')).toBe('shop')
  expect(filterSummary({ name: 'day', label: 'Day', search: 'day' }, '2026-11-03')).toBe('03/11/2026')
})
