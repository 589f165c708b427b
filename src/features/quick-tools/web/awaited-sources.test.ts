import { expect, test } from 'vitest'
import { awaitsAnswer, newestAnswer } from './awaited-sources.ts'

test('the sources are read often until the last of them has answered, not only the first', () => {
  const old = '2026-11-22T10:00:00Z'
  const later = '2026-11-22T10:00:05Z'
  const at = (meesho: string | null, twitter: string | null) => [
    { report: 'meesho' as const, checkedAt: meesho },
    { report: 'twitter' as const, checkedAt: twitter },
    { report: 'facebookScan' as const, checkedAt: null },
  ]
  const after = newestAnswer(at(old, null))
  expect(after).toBe(old)
  expect(awaitsAnswer(at(old, null), after)).toBe(true)
  expect(awaitsAnswer(at(later, null), after)).toBe(true)
  expect(awaitsAnswer(at(later, later), after)).toBe(false)
  expect(awaitsAnswer(at(old, null), undefined)).toBe(false)
})
