import type { ReactNode } from 'react'
import { type CellProblem, isEmpty } from '#columns/column.ts'

/** A row as the grid edits it: raw cells by column name; `sn` names the row for as long as it lives. */
export type GridRow = Readonly<Record<string, unknown>> & { readonly sn: number }
export type GridRows = readonly GridRow[]

/**
 * How cells read: a text in place of the raw cell, `faint` when it is derived, the words a cell may be picked from, which
 * cells of a row were edited, and what stands in a column's head beside its name.
 * `actions` is a last column of what may be done with a row, in place of the bin beside its number; a button with
 * data-remove={place} removes it.
 */
export type CellLook = {
  show?: (name: string, row: GridRow) => { text: string; faint?: boolean } | undefined
  choices?: (name: string) => readonly string[] | undefined
  /** First widths in pixels where they differ from those of the kind. */
  widths?: Readonly<Record<string, number>>
  actions?: { width: number; of: (row: GridRow, place: number) => ReactNode }
  editedIn?: (row: GridRow) => readonly string[]
  headOf?: (name: string) => ReactNode
  /** Rows that are stored elsewhere: none is added or removed by hand, each can be chosen. */
  choosing?: Choosing
}

/** Rows that are chosen, by their sn. */
export type Choosing = { chosen: ReadonlySet<number>; onChoose: (chosen: ReadonlySet<number>) => void }

/** The chosen rows when some more are turned: all of them chosen, or none when all were. */
export function turned(chosen: ReadonlySet<number>, which: readonly GridRow[]): ReadonlySet<number> {
  const all = which.every((row) => chosen.has(row.sn))
  const next = new Set(chosen)
  for (const { sn } of which) {
    if (all) next.delete(sn)
    else next.add(sn)
  }
  return next
}

/** Places count from 0. */
export type Place = { row: number; column: number }
/** A rectangle of cells, edges included. */
export type Block = { top: number; bottom: number; left: number; right: number }

/** The row with one cell changed; the same row when nothing changes. An empty text empties the cell. */
export function withCell(row: GridRow, name: string, text: unknown): GridRow {
  if (isEmpty(text) ? isEmpty(row[name]) : row[name] === text) return row
  const { [name]: _, ...rest } = row
  return (isEmpty(text) ? rest : { ...rest, [name]: text }) as GridRow
}

/** Rows with the cells of a block set by place; the same rows when nothing changes. */
export function setBlock(
  rows: GridRows,
  names: readonly string[],
  block: Block,
  cell: (place: Place) => unknown,
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

/** Ctrl+D: every cell of the block takes its column's topmost cell; a single row takes the row above it. */
export function fillDown(rows: GridRows, names: readonly string[], block: Block): GridRows {
  const source = block.top === block.bottom ? block.top - 1 : block.top
  if (source < 0) return rows
  return setBlock(rows, names, block, ({ column }) => rows[source]![names[column]!])
}

/**
 * Lays copied cells over the rows, beginning at the block's first cell, and adds rows below where they are needed, up
 * to `most`. When the block is a multiple of what was copied, the copy is repeated over it, as Excel does.
 * Answers the rows and the block that was written.
 */
export function pasteCells(
  rows: GridRows,
  names: readonly string[],
  block: Block,
  copied: string[][],
  most: number,
): { rows: GridRows; written: Block } {
  const tall = copied.length
  const wide = Math.max(...copied.map((line) => line.length))
  const height = block.bottom - block.top + 1
  const width = block.right - block.left + 1
  const repeats = height % tall === 0 && width % wide === 0
  const bottom = Math.min(most - 1, block.top + (repeats ? height : tall) - 1)
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

/** A number of rows without cells, with sn after the highest there is. */
export function blankRows(rows: GridRows, count: number): GridRow[] {
  const highest = rows.reduce((most, row) => Math.max(most, row.sn), 0)
  return Array.from({ length: count }, (_, i) => ({ sn: highest + 1 + i }))
}

/** The rows without those from top to bottom. */
export function withoutRows(rows: GridRows, block: Pick<Block, 'top' | 'bottom'>): GridRows {
  return rows.filter((_, place) => place < block.top || place > block.bottom)
}

/** The cells of a block as Excel takes them from the clipboard: tabs between, texts with breaks or quotes quoted. */
export function copyCells(rows: GridRows, names: readonly string[], block: Block): string {
  return rows
    .slice(block.top, block.bottom + 1)
    .map((row) =>
      names
        .slice(block.left, block.right + 1)
        .map((name) => spell(row[name]))
        .join('\t'),
    )
    .join('\r\n')
}

const spell = (cell: unknown): string => {
  const text = String(cell ?? '')
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Clipboard text as cells. A quote begins a quoted cell only where Excel writes one: at a cell's start. */
export function readCopied(text: string): string[][] {
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

/** The next cell with a problem after a place, in reading order, from the top again at the end. */
export function nextProblem(
  rows: GridRows,
  names: readonly string[],
  problemsOf: ProblemsOf,
  from: Place,
): Place | undefined {
  if (rows.length === 0) return undefined
  for (let step = 0; step <= rows.length; step++) {
    const row = (from.row + step) % rows.length
    const bad = problemsOf(rows[row]!).map((problem) => Math.max(0, names.indexOf(problem.column)))
    const column = bad
      .toSorted((a, b) => a - b)
      .find((place) => (step > 0 ? step < rows.length || place <= from.column : place > from.column))
    if (column !== undefined) return { row, column }
  }
  return undefined
}
