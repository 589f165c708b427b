import { useCallback, useMemo, useState } from 'react'
import {
  cellSelectionFeature,
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { Columns } from '#columns/column.ts'
import type { KindName } from '#columns/kinds.ts'
import type { Block, CellPosition, GridRows } from './EditableGrid-rows.ts'
import { followedRows, selectedRows, within } from './grid-selection.ts'

const features = tableFeatures({ cellSelectionFeature, columnSizingFeature, columnResizingFeature })

/** Initial widths in pixels, by kind of column. */
const widths: Partial<Record<KindName, number>> = {
  link: 260,
  image: 200,
  domain: 200,
  text: 150,
  choice: 120,
  reasonCode: 170,
  status: 140,
}

const noWidths: Readonly<Record<string, number>> = {}

/** From the cell where it began to the cell where it ends. */
export type Selection = { anchor: CellPosition; focus: CellPosition }
export type Move = { rows: number; columns: number; reach: 'cell' | 'page' | 'edge' | 'all'; extend: boolean }

/**
 * Column widths and selection of the grid, held by TanStack Table. Its rows are only numbers, so editing a cell costs
 * nothing here; the cells themselves stay with the caller. The selection stays with its rows when others move them.
 */
export function useGridTable(
  columns: Columns,
  names: readonly string[],
  rows: GridRows,
  initialWidths: Readonly<Record<string, number>> = noWidths,
) {
  const rowCount = rows.length
  const data = useMemo(() => Array.from({ length: rowCount }, (_, row) => ({ row })), [rowCount])
  const definitions = useMemo(() => definitionsOf(columns, names, initialWidths), [columns, names, initialWidths])
  const table = useTable({
    features,
    data,
    columns: definitions,
    getRowId: (_, row) => String(row),
    autoResetCellSelection: false,
    columnResizeMode: 'onChange',
  })
  const range = table.state.cellSelection.at(-1)
  const sizing = table.state.columnSizing
  const leaves = table.getAllLeafColumns()
  // oxlint-disable-next-line react/exhaustive-deps -- sizing is what getSize reads
  const sizes = useMemo(() => leaves.map((column) => column.getSize()), [leaves, sizing])

  const size = { rows: rowCount, columns: names.length }
  const selected = useSelectedRows(range, rows)
  const { at: anchorRow } = selected.anchor
  const active: CellPosition | undefined = useMemo(
    () =>
      range && anchorRow !== undefined ? { row: anchorRow, column: names.indexOf(range.anchorColumnId) } : undefined,
    [range, names, anchorRow],
  )
  const focus: CellPosition | undefined =
    range && selected.focus?.at !== undefined
      ? { row: selected.focus.at, column: names.indexOf(range.focusColumnId) }
      : active
  const known = active && focus && active.column >= 0 && focus.column >= 0
  const block = known ? blockBetween(active, focus) : undefined

  const select = useCallback(
    ({ anchor, focus }: Selection) =>
      table.setCellSelection([
        {
          anchorRowId: String(anchor.row),
          anchorColumnId: names[anchor.column]!,
          focusRowId: String(focus.row),
          focusColumnId: names[focus.column]!,
        },
      ]),
    [table, names],
  )

  /** Moves or extends the selection and returns the cell to scroll to; undefined when there are no rows. */
  const move = (step: Move, page: number): CellPosition | undefined => {
    if (rowCount === 0) return undefined
    const to = cellAfter((step.extend ? focus : active) ?? { row: 0, column: 0 }, step, { size, page })
    select({ anchor: step.extend && active ? active : to, focus: to })
    return to
  }

  const resizerOf = (columnIndex: number) => {
    const header = table.getHeaderGroups()[0]?.headers[columnIndex]
    return (event: React.MouseEvent | React.TouchEvent) => {
      event.stopPropagation()
      header?.getResizeHandler()(event)
    }
  }
  return { active: known ? active : undefined, block, widths: sizes, select, move, resizerOf }
}

type RowRange = { anchorRowId: string; focusRowId: string }

/** The rows of the selected cells, also after others added, removed or renumbered rows. */
function useSelectedRows(range: RowRange | undefined, rows: GridRows) {
  const read = () => selectedRows(range, rows, Number(range?.anchorRowId), Number(range?.focusRowId))
  const [stored, setStored] = useState(read)
  const selected = stored.range === range ? followedRows(stored, rows) : read()
  // Each state of the rows is followed from the one before: a row may be renumbered now and edited later.
  if (selected !== stored) setStored(selected)
  return selected
}

/** The columns as TanStack Table takes them. */
const definitionsOf = (columns: Columns, names: readonly string[], initialWidths: Readonly<Record<string, number>>) =>
  names.map((name) => ({
    id: name,
    accessorFn: () => null,
    size: initialWidths[name] ?? widths[columns[name]!.kind] ?? 110,
    minSize: 48,
    maxSize: 900,
  }))

/** The cell that a step leads to from another one; at the edge it stays in the grid. `page` is in rows. */
export function cellAfter(
  from: CellPosition,
  { rows, columns, reach }: Move,
  { size, page }: { size: { rows: number; columns: number }; page: number },
): CellPosition {
  const far = reach === 'cell' ? 1 : reach === 'page' ? page : Math.max(size.rows, size.columns)
  return { row: within(from.row + rows * far, size.rows), column: within(from.column + columns * far, size.columns) }
}

/** The rectangle with two cells as opposite corners. */
function blockBetween(one: CellPosition, other: CellPosition): Block {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}
