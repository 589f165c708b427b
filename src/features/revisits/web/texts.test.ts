import { expect, test } from 'vitest'
import { durationOf, inDays } from './durations.ts'
import { ordinal } from './texts.ts'

test('ordinals in English', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd 111th',
  )
})

test('durations: days with meaningful decimals; text in the largest fitting unit', () => {
  expect([0, 3600, 86_400, 100_000, 10_000_000].map((one) => inDays(one))).toEqual([0, 0.04, 1, 1.2, 115.7])
  expect([30, 90, 5400, 90_000, 864_000].map((one) => durationOf(one))).toEqual([
    '1 min',
    '2 min',
    '1.5 h',
    '1 d',
    '10 d',
  ])
  expect([inDays(48_600, 32_400), durationOf(30_000, 32_400), durationOf(48_600, 32_400)]).toEqual([
    1.5,
    '8.3 h',
    '1.5 d',
  ])
})
