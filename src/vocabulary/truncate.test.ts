import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test('a text is cut between characters, never within one', () => {
  expect([0, 1, 2, 3, 4, 9].map((max) => truncate('a😀b', max))).toEqual(['', 'a', 'a', 'a😀', 'a😀b', 'a😀b'])
})
