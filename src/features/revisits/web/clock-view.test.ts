import { expect, test } from 'vitest'
import { clockBars, clockViewOf, namedSteps, searchOfClock, withoutBars } from './clock-view.ts'

const today = '2026-11-21'

test('the view is stored in the URL; invalid values count as absent', () => {
  const search = {
    step: 'answer',
    by: 'brand',
    count: 'business',
    company: 'c',
    startDate: '2026-01-01',
    endDate: '2026-02-01',
  }
  expect(searchOfClock(clockViewOf(search, today), today)).toEqual(search)
  const defaults = clockViewOf({ step: 'moon', by: '', startDate: '2026-09-01', endDate: '2026-01-01' }, today)
  expect(defaults).toMatchObject({ step: 'all', by: 'month', range: { startDate: '2025-11-22', endDate: today } })
  expect(searchOfClock(defaults, today)).toEqual({})
})

test('bars in days, each with how many findings ended the step of how many that began it; a step without findings is left out', () => {
  const chart = clockBars(
    namedSteps([
      { step: 'approval', findings: 1200, of: 4800, median: 43_200, p90: 864_000 },
      { step: 'answer', findings: 0, of: 7, median: null, p90: null },
    ]),
  )
  expect(chart.labels).toEqual(['Detected to approved (1,200 of 4,800)'])
  expect(chart.series.map(({ data }) => data)).toEqual([[0.5], [10]])
  expect(chart.grouped).toEqual({ unit: 'days', countLabel: 'Findings', counts: [1200] })
  const none = { key: '2026-03', name: 'Mar 2026', findings: 0, of: 40, median: null, p90: null }
  const few = { ...none, name: 'Apr 2026', findings: 5 }
  const half = { ...none, findings: 21, median: 86_400, p90: null }
  expect(withoutBars([none, few, half])).toEqual(['Mar 2026 (0 of 40)', 'Apr 2026 (5 of 40)'])
  expect(clockBars([none, few, half]).series.map(({ data }) => data)).toEqual([[1], [null]])
  const inBusiness = clockBars([{ key: 'x', name: 'x', findings: 1, of: 1, median: 32_400, p90: 64_800 }], 32_400)
  expect(inBusiness.series.map(({ data }) => data)).toEqual([[1], [2]])
  expect(inBusiness.grouped?.unit).toBe('business days')
})
