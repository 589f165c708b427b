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
  const [stored, setStored] = useState<EditHistory>({ current: rows, past: [], future: [] })
  const history: EditHistory = stored.current === rows ? stored : { current: rows, past: [], future: [] }

  const put = (next: GridRows, past: readonly Step[], future: readonly Step[]) => {
    setStored({ current: next, past, future })
    onChange(next)
  }
  const change = (written: GridRows) => {
    const next = locked ? keepLocked(rows, written, locked) : written
    if (next !== rows) put(next, [...history.past.slice(1 - maxUndoSteps), { rows, block }], [])
  }
  const undo = () => {
    const step = history.past.at(-1)
    if (!step) return
    put(step.rows, history.past.slice(0, -1), [...history.future, { rows, block: step.block }])
    if (step.block) selectBlock(step.block)
  }
  const redo = () => {
    const step = history.future.at(-1)
    if (!step) return
    put(step.rows, [...history.past, { rows, block: step.block }], history.future.slice(0, -1))
    if (step.block) selectBlock(step.block)
  }
  const selectBlock = ({ top, bottom, left, right }: Block) =>
    select({ anchor: { row: top, column: left }, focus: { row: bottom, column: right } })
  const clear = () => block && change(setBlock(rows, names, block, () => undefined))
  const removeRows = (which: Pick<Block, 'top' | 'bottom'>) => !isFixed && change(withoutRows(rows, which))

  const copy = (event: ClipboardEvent) => {
    if (!block) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', copyCells(rows, names, block))
  }
  return {
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
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
