import { expect, test } from 'vitest'
import { type GridRow, renumberedRow, withCell } from './EditableGrid-rows.ts'
import { followedRows, selectedRows } from './grid-selection.ts'

const rows: GridRow[] = [1, 2, 3, 4].map((sn) => ({ sn, title: `Row ${sn}` }))
const range = {}
const positionsIn = (next: readonly GridRow[], anchor = 2, focus = 2) => {
  const now = followedRows(selectedRows(range, rows, anchor, focus), next)
  return [now.anchor.at, (now.focus ?? now.anchor).at]
}

test('S-056 a selection stays with its rows when others add or remove rows above', () => {
  expect(positionsIn(rows)).toEqual([2, 2])
  expect(positionsIn(rows.slice(1))).toEqual([1, 1])
  expect(positionsIn([{ sn: 9 }, ...rows])).toEqual([3, 3])
  expect(positionsIn([{ sn: 9 }, ...rows], 1, 2)).toEqual([2, 3])
  expect(positionsIn([{ sn: 9 }, ...rows], 2, 1)).toEqual([3, 2])
})

test('the row that takes the number or the place of a selected one is not selected', () => {
  expect(positionsIn(rows.filter(({ sn }) => sn !== 3))).toEqual([undefined, undefined])
  const moved = renumberedRow(rows[2]!, 5)
  const after = [rows[0]!, rows[1]!, { sn: 3, title: 'Theirs' }, rows[3]!, moved]
  const first = followedRows(selectedRows(range, rows, 2, 2), after)
  expect(first.anchor.at).toBe(4)
  // Edited afterwards, and moved once more.
  const edited = withCell(moved, 'title', 'Mine')
  const second = followedRows(first, [...after.slice(0, 4), edited])
  expect(second.anchor).toEqual({ at: 4, row: edited })
  const third = followedRows(second, [...after.slice(0, 4), { sn: 5 }, renumberedRow(edited, 6)])
  expect(third.anchor.at).toBe(5)
})

test('rows that come between selected ones leave the first cell selected', () => {
  expect(positionsIn([rows[0]!, rows[1]!, { sn: 9 }, rows[2]!, rows[3]!], 1, 2)).toEqual([1, 1])
  expect(positionsIn(rows.slice(0, 2), 1, 2)).toEqual([1, 1])
  // Also when others come and go afterwards.
  const apart = followedRows(selectedRows(range, rows, 1, 2), [rows[0]!, rows[1]!, { sn: 9 }, rows[2]!, rows[3]!])
  expect(followedRows(apart, rows)).toMatchObject({ anchor: { at: 1 }, focus: undefined })
})

test('an edit of another cell, and fewer rows than the index, keep a selection in the grid', () => {
  expect(positionsIn(rows.map((row) => ({ ...row, price: 1 })))).toEqual([2, 2])
  expect(selectedRows(range, rows, 9, 9).anchor.at).toBe(3)
  expect(selectedRows(range, [], 0, 0).anchor.at).toBeUndefined()
})
