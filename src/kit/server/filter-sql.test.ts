import { describe, expect, test } from 'vitest'
import { column } from '#columns/column.ts'
import type { FilterCondition } from '#columns/filter.ts'
import { sql } from './db.ts'
import { filterConditions } from './filter-sql.ts'

const columns = {
  title: column('Title', 'text'),
  site: column('Site', 'choice'),
  url: column('URL', 'link'),
  domain: column('Domain', 'domain'),
  assured: column('Assured', 'yesNo'),
  status: column('Status', 'status'),
}
const compiled = (name: keyof typeof columns, filter: FilterCondition) => {
  const [condition] = filterConditions(columns, { [name]: filter }, (columnName) => sql.ref(columnName))
  const { text, values: parameters } = condition!
  return [text, ...parameters]
}

describe('filters as SQL conditions', () => {
  test('a part with three consecutive letters may use the trigram index, any other avoids it', () => {
    expect(compiled('title', { search: 'part', text: 'Abc' })).toEqual(['"title" ilike $1', '%Abc%'])
    for (const text of ['ab', 'a b c', '1%2', 'é-ü'])
      expect(compiled('title', { search: 'part', text })[0]).toBe(`("title" || '') ilike $1`)
    expect(compiled('title', { search: 'part', text: 'नकली' })[0]).toBe('"title" ilike $1')
  })
  test('an address is also found as others write it, other texts only as they are', () => {
    const forms = ['%http://Shop.example/a/%', '%://shop.example/a%', '%://www.shop.example/a%']
    for (const filter of [
      { search: 'part', text: 'http://Shop.example/a/' },
      { search: 'parts', texts: ['http://Shop.example/a/'] },
    ] as const)
      expect(compiled('url', filter as FilterCondition)).toEqual([
        expect.stringContaining('"url" ilike $1 or "url" ilike $2 or "url" ilike $3'),
        ...forms,
      ])
    expect(compiled('domain', { search: 'part', text: 'https://www.evil.test/x' })).toEqual([
      '"domain" ilike $1',
      '%evil.test%',
    ])
    expect(compiled('url', { search: 'part', text: 'shop.example/a/' }).slice(1)).toEqual(['%shop.example/a/%'])
    expect(compiled('url', { search: 'part', text: 'https' }).slice(1)).toEqual(['%https%'])
    expect(compiled('title', { search: 'part', text: 'www.shop.example' }).slice(1)).toEqual(['%www.shop.example%'])
  })
  test('%, _ and \\ are plain characters', () => {
    expect(compiled('title', { search: 'part', text: '100%_\\ off' })[1]).toBe('%100\\%\\_\\\\ off%')
  })
  test('codes and yes or no are read like cells', () => {
    expect(compiled('status', { search: 'many', values: ['0', 'Approved'] })).toEqual([
      '"status" = any($1::text[])',
      ['00', '22'],
    ])
    expect(compiled('assured', { search: 'many', values: ['yes', 'x'] })).toEqual([
      '"assured" = any($1::boolean[])',
      [true],
    ])
    expect(compiled('site', { search: 'many', values: ["a'; drop"] })).toEqual(['"site" = $1', "a'; drop"])
  })
})
