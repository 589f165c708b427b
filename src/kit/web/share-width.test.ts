import { expect, test } from 'vitest'
import { shareWidth } from './share-width.ts'

const shares = (available: number, ...needs: [need: number, weight?: number][]) =>
  shareWidth(
    available,
    needs.map(([need, weight = 1]) => ({ need, weight })),
  )

test('nothing is cut while there is room, and what is left over is spread', () => {
  expect(shares(600, [300], [100], [80])).toEqual([340, 140, 120])
})

test('a long column takes what short ones do not need', () => {
  expect(shares(600, [900], [100], [80])).toEqual([420, 100, 80])
  expect(shares(600, [900], [500], [80])).toEqual([260, 260, 80])
  expect(shares(300, [900], [500], [800])).toEqual([100, 100, 100])
})

test('of columns that are all cut the title gets more', () => {
  expect(shares(600, [900, 2], [500], [80])).toEqual([(520 * 2) / 3, 520 / 3, 80])
})
