import { expect, test } from 'vitest'
import {
  listTableName,
  movedColumn,
  orderedBy,
  shownColumns,
  type TableSettings,
  visibleColumns,
  withOnlyColumns,
} from './table-settings.ts'

test('columns follow the order a person chose; a column without a chosen order keeps its own position', () => {
  expect(orderedBy(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c'])
  expect(orderedBy(['a', 'b', 'c'], ['c', 'a'])).toEqual(['c', 'b', 'a'])
  expect(orderedBy(['a', 'b'], ['gone', 'b', 'a'])).toEqual(['b', 'a'])
})

test('a column moves one position and not out of the table', () => {
  expect(movedColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(movedColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
})

test('settings can be limited to given columns; unknown names are ignored, and without a known name nothing changes', () => {
  const settings: TableSettings = { density: 'compact', order: [], hidden: ['b'], widths: { a: 90 } }
  const names = ['a', 'b', 'c']
  expect(visibleColumns(names, settings)).toEqual(['a', 'c'])
  expect(visibleColumns(names, withOnlyColumns(settings, names, ['c', 'b', 'gone']))).toEqual(['c', 'b'])
  expect(withOnlyColumns(settings, names, ['c'])).toMatchObject({ density: 'compact', widths: { a: 90 } })
  for (const shown of [undefined, [], ['gone']]) expect(withOnlyColumns(settings, names, shown)).toEqual(settings)
})

test('a list’s table has a name that settings may have, whatever the list is called', () => {
  for (const list of ['work', 'trap purchases', 'Next Steps', 'home-failed-jobs', 'answers 2'])
    expect(`table.${listTableName(list)}`).toMatch(/^table\.[a-z][a-z.-]{0,49}$/)
  expect(listTableName('trap purchases')).toBe('list.trap-purchases')
})

test('the columns shown are those that are not hidden, in the chosen order', () => {
  const columns = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
  expect(shownColumns(columns, { order: ['c', 'a'], hidden: ['b'] })).toEqual([{ name: 'c' }, { name: 'a' }])
  expect(shownColumns(columns, { order: [], hidden: [] })).toEqual(columns)
})
