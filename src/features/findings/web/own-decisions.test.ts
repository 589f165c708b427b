import { expect, test } from 'vitest'
import { ownDecisions } from './own-decisions.ts'

test('what was requested before a decision was answered may be older than it', () => {
  let now = 10
  const decisions = ownDecisions(() => now)
  expect(decisions.isOlder('a', 5)).toBe(false)
  decisions.begin('a')
  decisions.begin('a')
  expect([decisions.isOlder('a', 50), decisions.isOlder('b', 50)]).toEqual([true, false])
  now = 20
  decisions.end('a')
  expect([decisions.isRunning('a'), decisions.isOlder('a', 50)]).toEqual([true, true])
  now = 30
  decisions.end('a')
  expect([decisions.isRunning('a'), decisions.isOlder('a', 25), decisions.isOlder('a', 31)]).toEqual([
    false,
    true,
    false,
  ])
  // Undoing is not begun, only answered.
  now = 40
  decisions.end('b')
  expect([decisions.isOlder('b', 39), decisions.isOlder('b', 41)]).toEqual([true, false])
})
