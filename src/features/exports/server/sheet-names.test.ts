import { expect, test } from 'vitest'
import { sheetNames } from './part-files.ts'

test('names of sheets are what Excel accepts: no forbidden signs, no apostrophe at an end, none twice', () => {
  expect(
    sheetNames(["'Levi's'", "Twenty-six letters of name' and more", 'A/B: [c]?', 'a b  c ', '', 'History']),
  ).toEqual(["Levi's", 'Twenty-six letters of name', 'A B   c', 'a b  c', 'brand', 'History brand'])
  expect(sheetNames(['Same', 'SAME'])).toEqual(['Same', 'SAME 2'])
})
