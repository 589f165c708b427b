import { describe, expect, test } from 'vitest'
import { column, readCell, readRow, required } from './column.ts'
import { formatFilter, type PlainCondition } from './filter.ts'
import { filterSchema } from './filter-schema.ts'
import { kindOf, kinds, type KindName } from './kinds.ts'
import { headerTexts, looksLikeFormula, pictureName, rowsFromCells } from './sheet.ts'
import { storedName } from './stored.ts'

describe.each(Object.keys(kinds) as KindName[])('kind %s', (name) => {
  test('reads its own samples back unchanged', () => {
    for (const n of [1, 2, 40]) {
      const sample = kindOf(name).sample(n)
      expect(readCell(column('It', name), sample)).toEqual({ value: sample })
    }
  })

  test('an empty cell is null, or required', () => {
    for (const empty of ['', '  ', null, undefined]) {
      expect(readCell(column('It', name), empty)).toEqual({ value: null })
      expect(readCell(required(column('It', name)), empty)).toEqual({ message: 'It is required' })
    }
  })

  test('never throws and never lets a control character through', () => {
    for (const odd of [{}, [], Number.NaN, Infinity, -1, '\u0000', 'a\u0007b', '\ud800', '=1+1', true]) {
      const result = readCell(column('It', name), odd)
      if ('value' in result) expect(String(result.value)).not.toMatch(/[\u0000-\u0008]/)
    }
  })
})

describe('cells of G107', () => {
  const value = (kind: KindName, cell: unknown) => readCell(column('It', kind, { max: 10 }), cell)
  test('money ignores currency signs and commas, keeps two decimals and rejects anything else', () => {
    expect(value('money', '₹ 1,299.50')).toEqual({ value: 1299.5 })
    expect(value('money', 'Rs. 1,23,456.78')).toEqual({ value: 123456.78 })
    // Of countries with a decimal comma: it would be read as 1.23.
    expect(value('money', '1.234,50')).toEqual({ message: 'It is not valid' })
    expect(value('count', '1.234,000')).toEqual({ message: 'It is not valid' })
    expect(value('money', '$0.99 ')).toEqual({ value: 0.99 })
    expect(value('money', 100_000_000)).toEqual({ value: 100_000_000 })
    for (const bad of [100_000_001, -1, '12 pieces', '1e9', '0x10'])
      expect(value('money', bad)).toEqual({ message: 'It is not valid' })
  })

  test('counts are whole numbers, percentages go up to 100', () => {
    expect(value('count', '12,345')).toEqual({ value: 12345 })
    expect(value('count', 1.5)).toEqual({ message: 'It is not valid' })
    expect(value('percent', '100%')).toEqual({ value: 100 })
    expect(value('percent', 101)).toEqual({ message: 'It is not valid' })
  })

  test('an address that nobody shall open by accident is stored as what it stands for', () => {
    expect(value('link', 'hxxps://evil[.]test/a')).toEqual({ value: 'https://evil.test/a' })
    expect(value('domain', 'Evil[.]test')).toEqual({ value: 'evil.test' })
    expect(value('text', 'evil[.]te')).toEqual({ value: 'evil[.]te' })
  })

  test('the length limit of a text is in characters', () => {
    expect(value('text', 'x'.repeat(10))).toEqual({ value: 'x'.repeat(10) })
    expect(value('text', 'x'.repeat(11))).toEqual({ message: 'It must be between 1 and 10 characters' })
  })

  test('G107 impossible days, IP addresses and email addresses are refused; words in their place are not', () => {
    const read = (holds: 'ips' | 'emails', cell: string) => readCell(column('It', 'text', { holds }), cell)
    for (const day of ['31/02/2026', '2026-02-30', '0202-05-01', '01/01/1202'])
      expect(value('day', day), day).toEqual({ message: 'It is not valid' })
    for (const ip of ['999.1.1.1', '1.2.3.4.5', '203.0.113.7, 256.1.1.1', '2001:db8::1::2'])
      expect(read('ips', ip), ip).toEqual({ message: 'It is not valid' })
    for (const ip of ['203.0.113.7', '203.0.113.7; 2001:db8::1', '::ffff:203.0.113.7', 'hidden by Cloudflare', 'N/A'])
      expect(read('ips', ip), ip).toEqual({ value: ip })
    for (const mail of ['x@', '@x.example', 'a@b', 'a@b.example, c@'])
      expect(read('emails', mail), mail).toEqual({ message: 'It is not valid' })
    for (const mail of ['a@b.example', 'a@b.example; <c@d.example>', 'Redacted for privacy', 'jörg@bücher.example'])
      expect(read('emails', mail), mail).toEqual({ value: mail })
  })

  test('an input spelling is read into the one stored column (G65)', () => {
    const columns = {
      'Follower/SubscriberCount': column('Followers', 'count', { inputAlias: 'Follwer/SubscriberCount' }),
    }
    expect(readRow(columns, ['Follower/SubscriberCount'], { 'Follwer/SubscriberCount': 5 }).values).toEqual({
      'Follower/SubscriberCount': 5,
    })
  })
})

describe('filters in a URL', () => {
  const columns = {
    site: column('Site', 'choice'),
    title: column('Title', 'text'),
    price: column('Price', 'money'),
    seen: column('Seen', 'day'),
  }
  const schema = filterSchema(columns, ['site', 'title', 'price', 'on'], { on: 'seen' })

  test('an address that nobody shall open by accident is searched as what it stands for', () => {
    expect(schema.parse({ title: 'hxxps://evil[.]test/a' })).toEqual({
      title: { search: 'part', text: 'https://evil.test/a' },
    })
  })

  test('many, part, range and day, by their external names', () => {
    const filters = schema.parse({ site: ['a,b', 'c'], title: '50%', price: '10-20', on: '03/04/2026' })
    expect(filters).toEqual({
      site: { search: 'many', values: ['a', 'b', 'c'] },
      title: { search: 'part', text: '50%' },
      price: { search: 'range', from: 10, to: 20 },
      seen: { search: 'day', day: '2026-04-03' },
    })
    expect(Object.values(filters as Record<string, PlainCondition>).map(formatFilter)).toEqual([
      'a,b,c',
      '50%',
      '10-20',
      '2026-04-03',
    ])
  })

  test('empty values are ignored, unreadable ones are reported by name', () => {
    expect(schema.parse({ site: '', title: ' ' })).toEqual({})
    const refused = schema.safeParse({ price: 'cheap', on: 'soon' })
    expect(refused.error?.issues.map((issue) => issue.path[0])).toEqual(['price', 'on'])
  })
})

describe('sheets', () => {
  const columns = { url: column('URL', 'link'), price: column('Price', 'money'), extra: column('Extra', 'text') }
  test('columns are found by name in any case and order, optional ones only by name; empty lines are dropped', () => {
    const cells = [
      ['PRICE', 'Sn', ' url ', 'extra', 'unknown'],
      [5, 9, 'http://a.example', 'e', 'x'],
      [null, '', ' ', null],
      [6, 1, 'http://b.example'],
    ]
    expect(rowsFromCells(cells, columns, ['url', 'price'], ['extra'])).toEqual([
      { sn: 1, price: 5, url: 'http://a.example', extra: 'e' },
      { sn: 2, price: 6, url: 'http://b.example' },
    ])
  })

  test('the header row is the texts of a row with a known name; without one the first row is data (G51)', () => {
    expect(headerTexts([[' SN', 'URL ', null, 'Remarks']], columns, ['url'])).toEqual(['URL', 'Remarks'])
    expect(headerTexts([['1', 'https://a.example/']], columns, ['url'])).toEqual([])
  })

  test('a header is found below titles; rows of data are never taken for one', () => {
    const names = ['url', 'price', 'extra']
    const titled = [
      ['Findings of November'],
      [null, 'made by', 'Asha'],
      [],
      ['URL', 'Price', 'Extra'],
      ['http://a.example', 5, 'e'],
    ]
    expect(rowsFromCells(titled, columns, names)).toEqual([{ sn: 1, url: 'http://a.example', price: 5, extra: 'e' }])
    expect(headerTexts(titled, columns, names)).toEqual(['URL', 'Price', 'Extra'])
    const data = [
      ['1', 'http://a.example', 5, 'e'],
      ['2', 'url', 6, 'extra'],
    ]
    expect(rowsFromCells(data, columns, names).map((row) => row['url'])).toEqual(['http://a.example', 'url'])
    expect(headerTexts(data, columns, names)).toEqual([])
  })

  test('S-145 picture names are compared ignoring repeated spaces', () => {
    expect(pictureName(' listing   001.JPG')).toBe(pictureName('listing 001.jpg'))
  })

  test('formula-like cells are recognised', () => {
    for (const text of ['=1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])
      expect(looksLikeFormula(text)).toBe(true)
    for (const text of ['1', 'a=1', '']) expect(looksLikeFormula(text)).toBe(false)
  })

  test('database column names are snake case', () => {
    expect(['lastMofifiedDate', 'Follower/SubscriberCount', 'PostDuration_yt', 'Rating'].map(storedName)).toEqual([
      'last_mofified_date',
      'follower_subscriber_count',
      'post_duration_yt',
      'rating',
    ])
  })
})
