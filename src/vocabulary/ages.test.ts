import { expect, test } from 'vitest'
import { aboutDuration, showAge } from './ages.ts'

test('an age is told in its largest whole unit', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const ages = ['2026-11-25T12:00:20Z', '2026-11-25T11:59:10Z', '2026-11-25T11:58:50Z', '2026-11-25T11:00:30Z']
  expect(ages.map((one) => showAge(one, now))).toEqual(['just now', 'just now', '1 minute ago', '59 minutes ago'])
  expect(showAge('2026-11-25T11:00:00Z', now)).toBe('1 hour ago')
  expect(showAge('2026-11-24T12:00:01Z', now)).toBe('23 hours ago')
  expect(showAge('2026-11-24T12:00:00Z', now)).toBe('1 day ago')
  expect(showAge('2026-10-26T12:00:00Z', now)).toBe('30 days ago')
})

test('a duration is rounded to its largest unit', () => {
  expect([20, 50, 90, 1200, 5300, 5500, 50_000, 130_000, 300_000].map(aboutDuration)).toEqual([
    'less than a minute',
    'about 1 minute',
    'about 2 minutes',
    'about 20 minutes',
    'about 88 minutes',
    'about 2 hours',
    'about 14 hours',
    'about 2 days',
    'about 3 days',
  ])
})
