import { expect, test } from 'vitest'
import { counted, sizeText } from './numbers.ts'

test.each([
  [0, '1 kB'],
  [1_499, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [1_048_576, '1.0 MB'],
  [123_456_789, '123.5 MB'],
])('a file of %i bytes has %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a count has its noun in the singular or the plural', () => {
  expect([counted(1, 'row'), counted(0, 'row'), counted(1_240, 'row')]).toEqual(['1 row', '0 rows', '1,240 rows'])
  expect([counted(1, 'entry', 'entries'), counted(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries'])
})
