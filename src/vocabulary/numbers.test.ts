import { expect, test } from 'vitest'
import { sizeText } from './numbers.ts'

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
