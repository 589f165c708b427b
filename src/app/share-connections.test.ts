import { expect, test } from 'vitest'
import { leastTotal, sharesWithin, totalOf, wantedShares } from './share-connections.ts'

test('a process opens what it wants where that is allowed: 34 connections, 45 with prepared statements', () => {
  const plain = wantedShares(12, false)
  expect(totalOf(plain)).toBe(34)
  expect(sharesWithin(plain, 34)).toEqual(plain)
  expect(totalOf(wantedShares(12, true))).toBe(45)
})

test('of fewer connections calls, sign-in, jobs and their queue have a share each, and none is lent', () => {
  for (const isPrepared of [false, true]) {
    const wanted = wantedShares(12, isPrepared)
    for (let allowed = leastTotal(wanted); allowed < totalOf(wanted); allowed++) {
      const shares = sharesWithin(wanted, allowed)!
      expect(totalOf(shares)).toBeLessThanOrEqual(allowed)
      expect(totalOf(shares)).toBeGreaterThanOrEqual(allowed - 5)
      expect(shares.calls).toBeGreaterThanOrEqual(3)
      expect(shares.jobs).toBeGreaterThanOrEqual(3)
      expect(shares.jobs).toBeLessThanOrEqual(wanted.jobs)
    }
    expect(sharesWithin(wanted, leastTotal(wanted) - 1)).toBeUndefined()
  }
  expect(sharesWithin(wantedShares(12, false), 17)).toEqual({
    calls: 6,
    prepared: 0,
    signIn: 1,
    signInPrepared: 0,
    jobs: 3,
    queue: 2,
  })
  // Somebody who wants two connections for calls gets no third.
  expect(sharesWithin(wantedShares(2, false), 20)!.calls).toBe(2)
})
