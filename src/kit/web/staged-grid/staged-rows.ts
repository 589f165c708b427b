import type { CellProblem } from '#columns/column.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'

/** What the server rejected, by the row's sn. Each problem applies until its cell changes. */
export type Refusals = ReadonlyMap<number, readonly Refusal[]>
export type Refusal = CellProblem & { refusedValue: unknown }

/** Rows of a sheet that are not saved yet, what the server rejected of them, and which are selected, by their sn. */
export type StagedRows = { rows: GridRows; refusals: Refusals; chosen: ReadonlySet<number> }

export type StagedChange =
  /** Other rows take the place of all before; nothing is selected. */
  | { kind: 'loaded'; rows: GridRows; refusals?: Refusals }
  /** The grid changed the rows. Refusals stay: each applies until its cell changes. */
  | { kind: 'edited'; rows: GridRows }
  | { kind: 'refused'; refusals: Refusals }
  | { kind: 'chosen'; chosen: ReadonlySet<number> }
  /** These rows are saved; the others stay for review. */
  | { kind: 'saved'; rows: GridRows }

export const noRefusals: Refusals = new Map()
export const noStagedRows: StagedRows = { rows: [], refusals: noRefusals, chosen: new Set() }

/** The staged rows after a change. */
export function changeStaged(staged: StagedRows, change: StagedChange): StagedRows {
  switch (change.kind) {
    case 'loaded':
      return { ...noStagedRows, rows: change.rows, refusals: change.refusals ?? noRefusals }
    case 'edited':
      return { ...staged, rows: change.rows }
    case 'refused':
      return { ...staged, refusals: change.refusals }
    case 'chosen':
      return { ...staged, chosen: change.chosen }
    case 'saved':
      return withoutSaved(staged, new Set(change.rows))
  }
}

function withoutSaved(staged: StagedRows, saved: ReadonlySet<GridRow>): StagedRows {
  const rows = staged.rows.filter((row) => !saved.has(row))
  return rows.length === 0 ? noStagedRows : { ...staged, rows }
}

/** The refusals of a row whose cells have not changed since. */
export function currentRefusals(refusals: Refusals, row: GridRow): readonly CellProblem[] {
  return (refusals.get(row.sn) ?? []).filter((refusal) => row[refusal.column] === refusal.refusedValue)
}
