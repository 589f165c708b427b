import { expect, test } from 'vitest'
import { downWithin } from './down-within.ts'

const percents = (...hours: [number, number, number][]) =>
  downWithin(hours.map(([at, down, up]) => ({ hours: at, down, up }))).within.map(({ percent }) => percent)

test('findings still up count as long as they were observed; nobody observed for so long is no figure', () => {
  expect(downWithin([])).toMatchObject({ of: 0, down: 0 })
  expect(percents()).toEqual([null, null, null, null])
  // Two of four are down within a day, the others are up after 30 days: plain shares.
  expect(percents([10, 2, 0], [721, 0, 2])).toEqual([50, 50, 50, 50])
  // The one that is up was observed for two days only: of three at risk on the third day one went down.
  // (1 - 1/5) * (1 - 1/3) = 0.533…
  expect(percents([20, 1, 0], [48, 0, 1], [70, 1, 0], [721, 0, 2]).map((one) => Math.round(one!))).toEqual([
    20, 47, 47, 47,
  ])
  // Without the one that is up, the share of those down would be said to be 100 %.
  expect(percents([30, 1, 0], [40, 0, 9])).toEqual([0, null, null, null])
  expect(percents([30, 3, 0])).toEqual([0, 100, 100, 100])
})
