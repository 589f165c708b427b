import { type GridRow, type GridRows, indexOfRow } from './EditableGrid-rows.ts'

/** The rows of a selection: where it began and ends, as they are now. `at` is undefined when its row is gone. */
export type SelectedRows = {
  /** What the person selected; another object is another selection. */
  range: object | undefined
  rows: GridRows
  anchor: SelectedRow
  /** Undefined when only the first cell is still selected. */
  focus: SelectedRow | undefined
}
type SelectedRow = { at: number | undefined; row: GridRow | undefined }

/** The index, or the nearest one of so many. */
export const within = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index))

/** Rows by their index, the nearest one where there are fewer. */
export function selectedRows(range: object | undefined, rows: GridRows, anchor: number, focus: number): SelectedRows {
  const rowAt = (index: number): SelectedRow => {
    const at = within(index, rows.length)
    return rows[at] ? { at, row: rows[at] } : { at: undefined, row: undefined }
  }
  return { range, rows, anchor: rowAt(anchor), focus: rowAt(focus) }
}

/**
 * The selection in other rows: it stays with the rows that were selected, so that nobody clears or overwrites the row of
 * somebody else that took their place. When others come between them, only the first cell stays selected.
 */
export function followedRows(before: SelectedRows, rows: GridRows): SelectedRows {
  if (before.rows === rows) return before
  const follow = ({ at, row }: SelectedRow): SelectedRow => {
    const now = row && indexOfRow(rows, row, at)
    return { at: now, row: now === undefined ? row : rows[now] }
  }
  const anchor = follow(before.anchor)
  const focus = before.focus && follow(before.focus)
  const isTogether = focus && distance(anchor, focus) === distance(before.anchor, before.focus!)
  return { range: before.range, rows, anchor, focus: isTogether ? focus : undefined }
}

/** Rows from one to the other; NaN when one is gone. */
const distance = (from: SelectedRow, to: SelectedRow): number => Number(to.at) - Number(from.at)
