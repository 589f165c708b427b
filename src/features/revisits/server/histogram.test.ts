import { expect, test } from 'vitest'
import { bucketsPerDoubling, secondsUntil } from './histogram.ts'

/** The bucket that begins with 2 to the power of `doublings` seconds. */
const at = (doublings: number, n: number) => ({ bucket: 1 + doublings * bucketsPerDoubling, n })
const rounded = (seconds: number | null) => seconds && Math.round(Math.log2(seconds))

test('half and nine in ten of durations that all ended', () => {
  const ended = [at(4, 4), at(6, 3), at(8, 2), at(10, 1)]
  expect(rounded(secondsUntil(0.5, ended, []))).toBe(6)
  expect(rounded(secondsUntil(0.9, ended, []))).toBe(8)
  expect(secondsUntil(0.5, [], [])).toBeNull()
  expect(secondsUntil(0.5, [{ bucket: 0, n: 3 }], [])).toBe(0)
})

test('open ones are at risk for as long as they were observed', () => {
  const ended = [at(4, 4), at(6, 2)]
  // Observed for longer than all that ended: six of sixteen.
  expect(secondsUntil(0.5, ended, [at(12, 10)])).toBeNull()
  // Hardly observed at all: as if they were not there.
  expect(rounded(secondsUntil(0.5, ended, [at(1, 10)]))).toBe(4)
  // Four of ten, then three of the six that are left: seven in ten.
  expect(rounded(secondsUntil(0.7, [at(4, 4), at(8, 3)], [at(10, 3)]))).toBe(8)
  expect(secondsUntil(0.71, [at(4, 4), at(8, 3)], [at(10, 3)])).toBeNull()
})
