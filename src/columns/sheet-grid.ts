import { withRowNumber } from './line-numbers.ts'
import type { PlainCell } from './plain-cell.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'

/** How many rows and columns of a worksheet are read; leaves room for blank lines between rows. */
export const rowLimit = 60_000
export const columnLimit = 500
/** How many cells, empty ones between others too, and how many characters a sheet may have; 25,000 rows need 900,000. */
const cellLimit = 1_500_000
const textLimit = 32 * 1024 * 1024
const mergeLimit = 10_000

/** The first and last row and column of a merged range, from 0. */
export type MergedRange = { top: number; left: number; bottom: number; right: number }

export type SheetGrid = {
  /** Row and column count from 0; what is empty is not given. */
  addCell: (row: number, column: number, value: string | number) => void
  addMerge: (range: MergedRange) => void
  /** Only rows that have cells; a merged range has its value in each of its cells. */
  rows: () => PlainCell[][]
}

/** Collects the cells of a worksheet, whatever format they are read from. Throws SheetUnreadable above the limits. */
export function createSheetGrid(): SheetGrid {
  const rows = new Map<number, PlainCell[]>()
  const merges: MergedRange[] = []
  const count = countingCells()
  return {
    addCell: (row, column, value) => {
      if (row >= rowLimit) throw new SheetUnreadable(sheetTexts.tooManyRows)
      if (column >= columnLimit) throw new SheetUnreadable(sheetTexts.tooManyColumns)
      const line = rows.get(row) ?? []
      count(Math.max(1, column + 1 - line.length), value)
      rows.set(row, line)
      while (line.length < column) line.push(undefined)
      line[column] = value
    },
    addMerge: (range) => {
      if (merges.push(range) > mergeLimit) throw new SheetUnreadable(sheetTexts.tooLarge)
    },
    rows: () => {
      const ordered = [...rows].toSorted(([a], [b]) => a - b)
      for (const range of merges) fillMerged(ordered, range, count)
      return ordered.map(([row, line]) => withRowNumber(line, row + 1))
    },
  }
}

function countingCells(): (added: number, value: PlainCell) => void {
  let [cells, characters] = [0, 0]
  return (added, value) => {
    cells += added
    if (typeof value === 'string') characters += value.length
    if (cells > cellLimit || characters > textLimit) throw new SheetUnreadable(sheetTexts.tooLarge)
  }
}

/** Repeats the first value of a range in its other cells, within the rows that the sheet has. */
function fillMerged(
  rows: readonly (readonly [number, PlainCell[]])[],
  { top, left, bottom, ...range }: MergedRange,
  count: (added: number, value: PlainCell) => void,
): void {
  const right = Math.min(range.right, columnLimit - 1)
  const first = firstFrom(rows, top)
  const value = rows[first]?.[0] === top ? rows[first][1][left] : undefined
  if (value === undefined || right < left) return
  for (let at = first; at < rows.length && rows[at]![0] <= bottom; at++) {
    const line = rows[at]![1]
    count(right - left + 1, undefined)
    while (line.length < right + 1) line.push(undefined)
    for (let column = left; column <= right; column++) {
      if (line[column] !== value) count(0, value)
      line[column] = value
    }
  }
}

/** The place of the first row from number `row`, by halving. */
function firstFrom(rows: readonly (readonly [number, unknown])[], row: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]![0] < row) low = middle + 1
    else high = middle
  }
  return low
}
