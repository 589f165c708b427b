import { expect, test } from 'vitest'
import { moved, orderedBy } from './table-look.ts'

test('columns stand in the order a person chose; a column nobody ordered stands in its own place', () => {
  expect(orderedBy(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c'])
  expect(orderedBy(['a', 'b', 'c'], ['c', 'a'])).toEqual(['c', 'b', 'a'])
  expect(orderedBy(['a', 'b'], ['gone', 'b', 'a'])).toEqual(['b', 'a'])
})

test('a column moves one place and not out of the table', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
})
