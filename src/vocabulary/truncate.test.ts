import { expect, test } from 'vitest'
import { shorten, truncate } from './truncate.ts'

test('a text is cut between characters, never within one', () => {
  expect([0, 1, 2, 3, 4, 9].map((max) => truncate('a😀b', max))).toEqual(['', 'a', 'a', 'a😀', 'a😀b', 'a😀b'])
})

test('a text that is too long ends with a sign that it goes on', () => {
  expect(['abc', 'abcd', 'ab😀d'].map((text) => shorten(text, 3))).toEqual(['abc', 'ab…', 'ab…'])
})
