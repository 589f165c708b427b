import { type GridRow, type GridRows, indexOfRow } from './EditableGrid-rows.ts'

/** The rows of a selection: where it began and ends, as they are now. `at` is undefined when its row is gone. */
export type SelectedRows = {
  /** What the person selected; another object is another selection. */
  range: object | undefined
  rows: GridRows
  anchor: SelectedRow
  focus: SelectedRow
}
type SelectedRow = { at: number | undefined; row: GridRow | undefined }

/** Rows by their index, the nearest one where there are fewer. */
export function selectedRows(range: object | undefined, rows: GridRows, anchor: number, focus: number): SelectedRows {
  const rowAt = (index: number): SelectedRow => {
    if (rows.length === 0) return { at: undefined, row: undefined }
    const at = Math.max(0, Math.min(rows.length - 1, index))
    return { at, row: rows[at] }
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
  const focus = follow(before.focus)
  return { range: before.range, rows, anchor, focus: isApart(before, { anchor, focus }) ? anchor : focus }
}

type Ends = Pick<SelectedRows, 'anchor' | 'focus'>
const isApart = (before: Ends, now: Ends): boolean =>
  now.focus.at === undefined ||
  now.anchor.at === undefined ||
  now.focus.at - now.anchor.at !== before.focus.at! - before.anchor.at!
