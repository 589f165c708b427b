import { expect, test } from 'vitest'
import { emptyCheckResult, hasRefusals, unpackIndexes, unpackKeys, unpackList } from './check-result.ts'

test('packed texts are read back; the empty text holds nothing', () => {
  expect(unpackIndexes('3,10')).toEqual(new Set([3, 10]))
  expect(unpackIndexes('')).toEqual(new Set())
  expect(unpackKeys('a,b')).toEqual(new Set(['a', 'b']))
  expect(unpackList<[string, string]>('[["B01","Amazon"]]')).toEqual([['B01', 'Amazon']])
  expect(unpackList('')).toEqual([])
})

test('any finding of the checks refuses the rows, except that an address is unchanged', () => {
  const accepted = { hasRefusedRows: false }
  expect(hasRefusals(accepted, emptyCheckResult)).toBe(false)
  expect(hasRefusals({ hasRefusedRows: true }, emptyCheckResult)).toBe(true)
  expect(hasRefusals(accepted, { ...emptyCheckResult, unchanged: '0,1' })).toBe(false)
  expect(hasRefusals(accepted, { ...emptyCheckResult, unexplained: true })).toBe(true)
  expect(hasRefusals(accepted, { ...emptyCheckResult, missingPictures: '0' })).toBe(true)
  expect(hasRefusals(accepted, { ...emptyCheckResult, wrongBrands: ['other'] })).toBe(true)
})
