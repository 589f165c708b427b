import { expect, test } from 'vitest'
import { movedColumn, orderedBy, withOnlyColumns, visibleColumns, type TableSettings } from './table-settings.ts'

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
