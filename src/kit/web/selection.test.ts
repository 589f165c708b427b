import { expect, test } from 'vitest'
import { allOrNone, stillThere, toggled } from './selection.ts'

const order = ['a', 'b', 'c', 'd']

test('a click toggles one row, shift every row up to the one clicked before', () => {
  const one = toggled(new Set(), order, 'b')
  expect([...one]).toEqual(['b'])
  expect([...toggled(one, order, 'd', 'b')].sort()).toEqual(['b', 'c', 'd'])
  expect([...toggled(new Set(order), order, 'a', 'c')]).toEqual(['d'])
  // The row clicked before is gone from the list: only the clicked row counts.
  expect([...toggled(new Set(), order, 'd', 'gone')]).toEqual(['d'])
})

test('select-all takes the loaded rows, and a second click none', () => {
  expect([...allOrNone(new Set(['a']), order)]).toEqual(order)
  expect([...allOrNone(new Set(order), order)]).toEqual([])
  expect([...allOrNone(new Set(), [])]).toEqual([])
})

test('rows that left the list are no longer selected', () => {
  expect(stillThere(new Set(['d', 'gone', 'a']), order)).toEqual(['a', 'd'])
})
