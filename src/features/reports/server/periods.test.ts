import { expect, test } from 'vitest'
import { lastPeriod, periodBefore } from './periods.ts'

test('the last week ends before Monday, the last month before the first', () => {
  const week = { startDate: '2026-11-09', endDate: '2026-11-15' }
  // From Monday to Sunday of the next week.
  for (const day of ['2026-11-16', '2026-11-19', '2026-11-22']) expect(lastPeriod('weekly', day)).toEqual(week)
  expect(lastPeriod('weekly', '2026-11-15').endDate).toBe('2026-11-08')
  expect(lastPeriod('monthly', '2026-03-01')).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' })
  expect(lastPeriod('monthly', '2026-01-31')).toEqual({ startDate: '2025-12-01', endDate: '2025-12-31' })
  expect(periodBefore('weekly', week)).toEqual({ startDate: '2026-11-02', endDate: '2026-11-08' })
  expect(periodBefore('monthly', { startDate: '2026-03-01', endDate: '2026-03-31' }).endDate).toBe('2026-02-28')
})
