import { describe, expect, test } from 'vitest'
import { column } from '#columns/column.ts'
import type { FilterCondition } from '#columns/filter.ts'
import { onPool, openPool, sql } from './db.ts'
import { filterConditions } from './filter-sql.ts'

const db = onPool(openPool('postgres://nobody@127.0.0.1:1/none'))
const columns = {
  title: column('Title', 'text'),
  site: column('Site', 'choice'),
  assured: column('Assured', 'yesNo'),
  status: column('Status', 'status'),
}
const compiled = (name: keyof typeof columns, filter: FilterCondition) => {
  const [condition] = filterConditions(columns, { [name]: filter }, (columnName) => sql.ref(columnName))
  const { sql: text, parameters } = condition!.compile(db)
  return [text, ...parameters]
}

describe('filters as SQL conditions', () => {
  test('a part with three consecutive letters may use the trigram index, any other avoids it', () => {
    expect(compiled('title', { search: 'part', text: 'Abc' })).toEqual(['"title" ilike $1', '%Abc%'])
    for (const text of ['ab', 'a b c', '1%2', 'é-ü'])
      expect(compiled('title', { search: 'part', text })[0]).toBe(`("title" || '') ilike $1`)
    expect(compiled('title', { search: 'part', text: 'नकली' })[0]).toBe('"title" ilike $1')
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
