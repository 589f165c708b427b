import { useState } from 'react'
import {
  type Block,
  blankRows,
  copyCells,
  fillDown,
  type GridRows,
  keepLocked,
  pasteCells,
  type CellPosition,
  parseClipboard,
  setBlock,
  withoutRows,
} from './EditableGrid-rows.ts'
import type { Selection } from './useGridTable.ts'

/** Number of undo steps. Rows are shared between steps, so a step costs little more than an array. */
const maxUndoSteps = 100
/** Maximum number of rows after a paste. */
const maxRows = 25_000

type Step = { rows: GridRows; block: Block | undefined }
type GridEditsOptions = {
  rows: GridRows
  names: readonly string[]
  onChange: (rows: GridRows) => void
  block: Block | undefined
  select: (selection: Selection) => void
  /** No row is added or removed. */
  isFixed: boolean
  /** Columns that keep their cells. */
  locked?: ReadonlySet<string> | undefined
  /** Takes pasted files. */
  pasteFiles?: ((files: File[]) => void) | undefined
}

/** `current` is the state that the steps lead to: rows set from outside are another state, without steps. */
type EditHistory = { current: GridRows; past: readonly Step[]; future: readonly Step[] }

/** All changes of the rows, with undo and redo. Rows set from outside start a new history. */
export function useGridEdits({ rows, names, onChange, block, select, isFixed, locked, pasteFiles }: GridEditsOptions) {
  const selectBlock = ({ top, bottom, left, right }: Block) =>
    select({ anchor: { row: top, column: left }, focus: { row: bottom, column: right } })
  const { put, undo, redo, canUndo, canRedo } = useHistory({ rows, onChange, block, selectBlock })
  const change = (written: GridRows) => put(locked ? keepLocked(rows, written, locked) : written)
  const clear = () => block && change(setBlock(rows, names, block, () => undefined))
  const removeRows = (which: Pick<Block, 'top' | 'bottom'>) => {
    if (isFixed) return
    change(withoutRows(rows, which))
    // The selection would go with its rows: what comes next is selected, and may be removed next.
    selectBlock({ left: block?.left ?? 0, right: block?.left ?? 0, top: which.top, bottom: which.top })
  }

  const copy = (event: ClipboardEvent) => {
    if (!block) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', copyCells(rows, names, block))
  }
  return {
    canUndo,
    canRedo,
    removeRows,
    addRows: (count: number) => change([...rows, ...blankRows(rows, count)]),
    setCell: (at: CellPosition, text: string) =>
      String(rows[at.row]?.[names[at.column]!] ?? '') !== text &&
      change(setBlock(rows, names, { top: at.row, bottom: at.row, left: at.column, right: at.column }, () => text)),
    copy,
    cut: (event: ClipboardEvent) => {
      copy(event)
      clear()
    },
    paste: (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0 && pasteFiles) {
        event.preventDefault()
        return pasteFiles(files)
      }
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!block || text === '') return
      event.preventDefault()
      const pasted = pasteCells(rows, names, block, parseClipboard(text), isFixed ? rows.length : maxRows)
      change(pasted.rows)
      selectBlock(pasted.written)
    },
    run: (what: 'clear' | 'fill-down' | 'undo' | 'redo' | 'remove-rows') => {
      if (what === 'undo') undo()
      else if (what === 'redo') redo()
      else if (what === 'clear') clear()
      else if (!block) return
      else if (what === 'fill-down') change(fillDown(rows, names, block))
      else removeRows(block)
    },
  }
}

type HistoryOptions = Pick<GridEditsOptions, 'rows' | 'onChange' | 'block'> & { selectBlock: (block: Block) => void }

/** The rows that can be brought back, with the cells that were selected then. */
function useHistory({ rows, onChange, block, selectBlock }: HistoryOptions) {
  const [stored, setStored] = useState<EditHistory>({ current: rows, past: [], future: [] })
  const { past, future }: EditHistory = stored.current === rows ? stored : { current: rows, past: [], future: [] }
  const move = (next: EditHistory) => {
    setStored(next)
    onChange(next.current)
  }
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** Sets other rows, which is a step; the same rows are none. */
    put: (next: GridRows) => {
      if (next !== rows) move({ current: next, past: [...past.slice(1 - maxUndoSteps), { rows, block }], future: [] })
    },
    undo: () => {
      const step = past.at(-1)
      if (!step) return
      move({ current: step.rows, past: past.slice(0, -1), future: [...future, { rows, block: step.block }] })
      if (step.block) selectBlock(step.block)
    },
    redo: () => {
      const step = future.at(-1)
      if (!step) return
      move({ current: step.rows, past: [...past, { rows, block: step.block }], future: future.slice(0, -1) })
      if (step.block) selectBlock(step.block)
    },
  }
}
