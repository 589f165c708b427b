import type { ReactNode } from 'react'
import { type CellProblem, isEmpty } from '#columns/column.ts'

/** A row as the grid edits it: raw cells by column name. `sn` identifies the row for its lifetime. */
export type GridRow = Readonly<Record<string, unknown>> & { readonly sn: number }
export type GridRows = readonly GridRow[]

/** Rows that were given another number, and what these became: the row that each was at first. */
const firstRows = new WeakMap<GridRow, GridRow>()
/** Rows that have another number now. */
const renumberedOnes = new WeakSet<GridRow>()

/** The row with another number; a cell of it that is being edited, and a selection, stay with it. */
export function renumberedRow(row: GridRow, sn: number): GridRow {
  const next = { ...row, sn }
  const first = firstRows.get(row) ?? row
  renumberedOnes.add(first)
  firstRows.set(next, first)
  return next
}

/** A changed row is still the row that it was. */
export function changedRow(row: GridRow, next: GridRow): GridRow {
  const first = firstRows.get(row)
  if (first) firstRows.set(next, first)
  return next
}

/** Index of the row that was `of`, at `index` before: also with another number or other cells; undefined when it is gone. */
export function indexOfRow(rows: GridRows, of: GridRow, index?: number): number | undefined {
  if (index !== undefined && rows[index] === of) return index
  const first = firstRows.get(of) ?? of
  const renumbered = renumberedOnes.has(first) ? rows.findIndex((row) => (firstRows.get(row) ?? row) === first) : -1
  if (renumbered >= 0) return renumbered
  if (index !== undefined && rows[index]?.sn === of.sn) return index
  const same = rows.findIndex(({ sn }) => sn === of.sn)
  return same < 0 ? undefined : same
}

/**
 * The cell being edited: its row as that was when it was opened, and its place at present. `typed`: a key press replaced
 * its text, so the arrow keys leave it, as in Excel.
 */
export type CellEdit = CellPosition & { of: GridRow; text: string; typed: boolean }

/** An edit at the place that its row has now; undefined when the row is gone. */
export function editIn(rows: GridRows, edit: CellEdit): CellEdit | undefined {
  const row = indexOfRow(rows, edit.of, edit.row)
  return row === undefined ? undefined : row === edit.row ? edit : { ...edit, row }
}

/**
 * How cells are shown: a text in place of the raw value (`faint` when it is derived), the values a cell can be picked
 * from, which cells of a row were edited, and what a column's header shows next to its name.
 * `actions` adds a last column of buttons, which replaces the bin next to the row number; a button with
 * data-remove={index} removes the row.
 */
export type CellFormat = {
  show?: (name: string, row: GridRow) => { text: string; faint?: boolean } | undefined
  choices?: (name: string) => readonly string[] | undefined
  /** Initial widths in pixels, where they differ from those of the column kind. */
  widths?: Readonly<Record<string, number>>
  actions?: { width: number; render: (row: GridRow, index: number) => ReactNode }
  editedIn?: (row: GridRow) => readonly string[]
  headOf?: (name: string) => ReactNode
  /** Columns that cannot be changed: they are shown, copied and skipped by everything that writes. */
  locked?: ReadonlySet<string>
  /** Who else is in a row, shown next to its number: a short text and what it means. */
  markOf?: (row: GridRow) => { text: string; title: string } | undefined
  /** Nothing can be changed, added or removed. */
  isReadOnly?: boolean
  /** Blank rows that the button adds; 1 by default. */
  rowsPerAdd?: number
  /** Called with the row of the active cell when that is another row. */
  onActive?: (row: GridRow | undefined) => void
  /** Gets files that are pasted while a cell of the row is active. */
  onPasteFiles?: (files: File[], row: GridRow) => void
  /** For rows stored on the server: none can be added or removed in the grid, each can be selected. */
  rowSelection?: RowSelection
}

/** The selected rows, by their sn. */
export type RowSelection = { chosen: ReadonlySet<number>; onChoose: (chosen: ReadonlySet<number>) => void }

/** The selection after toggling some rows: all of them selected, or none of them when all were. */
export function toggledRows(chosen: ReadonlySet<number>, which: readonly GridRow[]): ReadonlySet<number> {
  const all = which.every((row) => chosen.has(row.sn))
  const next = new Set(chosen)
  for (const { sn } of which) {
    if (all) next.delete(sn)
    else next.add(sn)
  }
  return next
}

/** Position of a cell; rows and columns count from 0. */
export type CellPosition = { row: number; column: number }
/** A rectangle of cells, edges included. */
export type Block = { top: number; bottom: number; left: number; right: number }

/** The row with one cell changed; the same object when nothing changes. An empty text clears the cell. */
export function withCell(row: GridRow, name: string, text: unknown): GridRow {
  if (isEmpty(text) ? isEmpty(row[name]) : row[name] === text) return row
  const { [name]: _, ...rest } = row
  return changedRow(row, (isEmpty(text) ? rest : { ...rest, [name]: text }) as GridRow)
}

/** The rows with the cells of a block set from their position; the same array when nothing changes. */
export function setBlock(
  rows: GridRows,
  names: readonly string[],
  block: Block,
  cell: (position: CellPosition) => unknown,
): GridRows {
  const next = rows.slice()
  let changed = false
  for (let row = block.top; row <= Math.min(block.bottom, rows.length - 1); row++) {
    let edited = next[row]!
    for (let column = block.left; column <= Math.min(block.right, names.length - 1); column++) {
      edited = withCell(edited, names[column]!, cell({ row, column }))
    }
    if (edited !== next[row]) changed = true
    next[row] = edited
  }
  return changed ? next : rows
}

/** Ctrl+D: every cell of the block gets the value of its column's topmost cell; a single row copies the row above. */
export function fillDown(rows: GridRows, names: readonly string[], block: Block): GridRows {
  const source = block.top === block.bottom ? block.top - 1 : block.top
  if (source < 0) return rows
  return setBlock(rows, names, block, ({ column }) => rows[source]![names[column]!])
}

/** The written rows with the cells of locked columns as they were; the same array when nothing else changed. */
export function keepLocked(before: GridRows, written: GridRows, locked: ReadonlySet<string>): GridRows {
  if (written === before || written.length !== before.length) return written
  let isChanged = false
  const merged = written.map((row, index) => {
    const own = before[index]!
    if (row === own) return row
    const changed = [...locked].filter((name) => row[name] !== own[name])
    const back: GridRow =
      changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed.map((name) => [name, own[name]])) }
    const isSame = Object.keys({ ...own, ...back }).every((name) => own[name] === back[name])
    if (!isSame) isChanged = true
    return isSame ? own : back
  })
  return isChanged ? merged : before
}

/**
 * Pastes copied cells from the block's first cell on and adds rows at the end where needed, up to `maxRows` in total.
 * When the block is a multiple of the copied size, the copy is repeated over it, as Excel does.
 * Returns the rows and the block that was written.
 */
export function pasteCells(
  rows: GridRows,
  names: readonly string[],
  block: Block,
  copied: string[][],
  maxRows: number,
): { rows: GridRows; written: Block } {
  const tall = copied.length
  const wide = Math.max(...copied.map((line) => line.length))
  const height = block.bottom - block.top + 1
  const width = block.right - block.left + 1
  const repeats = height % tall === 0 && width % wide === 0
  const bottom = Math.min(maxRows - 1, block.top + (repeats ? height : tall) - 1)
  const right = Math.min(names.length - 1, block.left + (repeats ? width : wide) - 1)
  const written = { top: block.top, bottom, left: block.left, right }
  const missing = bottom + 1 - rows.length
  const longEnough = missing > 0 ? [...rows, ...blankRows(rows, missing)] : rows
  return {
    rows: setBlock(
      longEnough,
      names,
      written,
      ({ row, column }) => copied[(row - block.top) % tall]![(column - block.left) % wide],
    ),
    written,
  }
}

/** `count` empty rows, numbered (sn) after the highest one in use. */
export function blankRows(rows: GridRows, count: number): GridRow[] {
  const highest = rows.reduce((max, row) => Math.max(max, row.sn), 0)
  return Array.from({ length: count }, (_, i) => ({ sn: highest + 1 + i }))
}

/** The rows without those from top to bottom. */
export function withoutRows(rows: GridRows, block: Pick<Block, 'top' | 'bottom'>): GridRows {
  return rows.filter((_, index) => index < block.top || index > block.bottom)
}

/** A block as clipboard text for Excel: cells separated by tabs, those with tabs, line breaks or quotes quoted. */
export function copyCells(rows: GridRows, names: readonly string[], block: Block): string {
  return rows
    .slice(block.top, block.bottom + 1)
    .map((row) =>
      names
        .slice(block.left, block.right + 1)
        .map((name) => quoteCell(row[name]))
        .join('\t'),
    )
    .join('\r\n')
}

const quoteCell = (cell: unknown): string => {
  const text = String(cell ?? '')
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parses clipboard text into cells. A quote opens a quoted cell only at the start of a cell, as Excel writes it. */
export function parseClipboard(text: string): string[][] {
  const lines: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  while (cell.lastIndex <= text.length) {
    const [found, quoted, plain, end] = cell.exec(text)!
    lines.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"').replaceAll('\r\n', '\n'))
    if (end === '' || end === undefined || found === undefined) break
    if (end !== '\t') lines.push([])
  }
  // Excel ends every copy with a line break.
  if (lines.length > 1 && lines.at(-1)!.length === 1 && lines.at(-1)![0] === '') lines.pop()
  return lines
}

export type ProblemsOf = (row: GridRow) => readonly CellProblem[]

/** Which problem to go to: the first one, or the first one in this column. */
export type ProblemTarget = { column?: string | undefined }

/** The first cell with a problem in reading order. */
export function firstProblem(
  rows: GridRows,
  names: readonly string[],
  problemsOf: ProblemsOf,
  { column }: ProblemTarget,
): CellPosition | undefined {
  const wanted: ProblemsOf =
    column === undefined ? problemsOf : (row) => problemsOf(row).filter((problem) => problem.column === column)
  // From the last cell on, so that the search begins with the very first one.
  return nextProblem(rows, names, wanted, { row: rows.length - 1, column: names.length })
}

/** The next cell with a problem after `from`, in reading order, starting again at the top. */
export function nextProblem(
  rows: GridRows,
  names: readonly string[],
  problemsOf: ProblemsOf,
  from: CellPosition,
): CellPosition | undefined {
  if (rows.length === 0) return undefined
  for (let step = 0; step <= rows.length; step++) {
    const row = (from.row + step) % rows.length
    const bad = problemsOf(rows[row]!).map((problem) => Math.max(0, names.indexOf(problem.column)))
    const column = bad
      .toSorted((a, b) => a - b)
      .find((index) => (step > 0 ? step < rows.length || index <= from.column : index > from.column))
    if (column !== undefined) return { row, column }
  }
  return undefined
}
