import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Columns } from '#columns/column.ts'
import {
  type CellEdit,
  type CellFormat,
  type CellPosition,
  editIn,
  firstProblem,
  type GridRow,
  type GridRows,
  nextProblem,
  type ProblemTarget,
  type ProblemsOf,
  toggledRows,
} from './EditableGrid-rows.ts'
import { useClipboard } from './useClipboard.ts'
import { useGridEdits } from './useGridEdits.ts'
import { type Move, useGridTable } from './useGridTable.ts'
import { useGridWindow } from './useGridWindow.ts'

export type GridProps = {
  label: string
  columns: Columns
  names: readonly string[]
  rows: GridRows
  problemsOf: ProblemsOf
  onChange: (rows: GridRows) => void
  format: CellFormat
  /** Each new object leads to the first problem: the grid scrolls to its cell, selects it and takes the focus. */
  target?: ProblemTarget | undefined
}

type Scroller = RefObject<HTMLDivElement | null>

/** The state of a grid and what keys, mouse and buttons do with it. `scroller` is its element. */
export function useEditableGrid(scroller: Scroller, props: Omit<GridProps, 'label'>) {
  const { columns, names, rows, problemsOf, onChange, format, target } = props
  const { rowSelection, isReadOnly, onActive, onPasteFiles } = format
  const locked = useMemo(() => (isReadOnly ? new Set(names) : format.locked), [isReadOnly, names, format.locked])
  const table = useGridTable(columns, names, rows, format.widths)
  const { active, block, select, widths } = table
  const activeRow = active && rows[active.row]
  const isFixed = rowSelection !== undefined || isReadOnly === true
  const pasteFiles = activeRow && onPasteFiles && ((files: File[]) => onPasteFiles(files, activeRow))
  const edits = useGridEdits({ rows, names, onChange, block, select, isFixed, locked, pasteFiles })
  const endWidth = format.actions?.width ?? 0
  const view = useGridWindow({ scroller, columns, names, rowCount: rows.length, widths, endWidth })
  useClipboard(scroller, edits)

  const focus = () => scroller.current?.focus({ preventScroll: true })
  const goTo = (position: CellPosition) => {
    // Taking the focus selects the first cell where none is, so it comes first.
    focus()
    select({ anchor: position, focus: position })
    view.reveal(position)
  }
  const move = (step: Move, page: number) => {
    const position = table.move(step, page)
    if (position) view.reveal(position)
  }
  useTarget(target, (from) => {
    const first = firstProblem(rows, names, problemsOf, from)
    if (first) goTo(first)
  })
  useActiveRow(activeRow, onActive)
  return {
    names,
    rows,
    table,
    edits,
    view,
    focus,
    move,
    cellEdit: useCellEdit({
      names,
      rows,
      active,
      locked,
      reveal: view.reveal,
      setCell: edits.setCell,
      select,
      move,
      focus,
    }),
    /** Selects whole rows; the cells of the grid, not the rows' boxes. */
    selectRows: (top: number, bottom: number) =>
      select({ anchor: { row: top, column: 0 }, focus: { row: bottom, column: names.length - 1 } }),
    /** Toggles the boxes of rows, where rows can be selected. */
    choose: (which: GridRows) => rowSelection?.onChoose(toggledRows(rowSelection.chosen, which)),
    goToProblem: () => {
      const next = nextProblem(rows, names, problemsOf, active ?? { row: 0, column: -1 })
      if (next) goTo(next)
    },
    addRow: () => {
      edits.addRows(format.rowsPerAdd ?? 1)
      requestAnimationFrame(() => goTo({ row: rows.length, column: 0 }))
    },
    removeRow: (row: number) => {
      edits.removeRows({ top: row, bottom: row })
      focus()
    },
  }
}

/** Follows each new target. */
function useTarget(target: ProblemTarget | undefined, follow: (target: ProblemTarget) => void): void {
  const onTarget = useEffectEvent(follow)
  useEffect(() => {
    if (target) onTarget(target)
  }, [target])
}

/** Tells which row the active cell is in, when that becomes another one. */
function useActiveRow(row: GridRow | undefined, onActive: CellFormat['onActive']): void {
  const tell = useEffectEvent(() => onActive?.(row))
  const number = row?.sn
  useEffect(() => tell(), [number])
}

/** What `useEditableGrid` returns. */
export type Grid = ReturnType<typeof useEditableGrid>

type CellEditOptions = {
  names: readonly string[]
  rows: GridRows
  active: CellPosition | undefined
  locked: CellFormat['locked']
  reveal: (position: CellPosition) => void
  setCell: (at: CellPosition, text: string) => void
  select: (cells: { anchor: CellPosition; focus: CellPosition }) => void
  move: (step: Move, page: number) => void
  focus: () => void
}

/** The cell that is being edited. It stays with its row when somebody else adds or removes rows above. */
function useCellEdit({ names, rows, active, locked, reveal, setCell, select, move, focus }: CellEditOptions) {
  const [opened, setEditing] = useState<CellEdit>()
  const editing = opened && editIn(rows, opened)
  return {
    editing,
    /** Opens the active cell; with a text, that replaces its own. */
    begin: (text?: string) => {
      const row = active && rows[active.row]
      if (!row || locked?.has(names[active.column]!)) return
      reveal(active)
      const own = String(row[names[active.column]!] ?? '')
      setEditing({ ...active, of: row, text: text ?? own, typed: text !== undefined })
    },
    /** Sets the cell, or leaves it as it was without a text, and moves on. */
    finish: (text: string | undefined, then?: { rows: number; columns: number }) => {
      setEditing(undefined)
      if (editing && text !== undefined) setCell(editing, text)
      if (editing && editing.row !== opened.row) select({ anchor: editing, focus: editing })
      else if (then) move({ ...then, reach: 'cell', extend: false }, 1)
      // A click elsewhere ends the editing too, and keeps the focus there.
      if (then || text === undefined) focus()
    },
  }
}
