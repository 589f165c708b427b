import { withRowNumber } from './line-numbers.ts'
import { dateOfSerial } from './number-formats.ts'
import { plainDate, type PlainCell } from './plain-cell.ts'
import { readXml } from './read-xml.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'
import { openXlsx, type XlsxPackage } from './xlsx-package.ts'
import { unescaped } from './xlsx-strings.ts'

/** How many rows and columns of a worksheet are read; leaves room for blank lines between rows. */
export const rowLimit = 60_000
export const columnLimit = 500
/** How many cells, empty ones between others too, and how many characters a sheet may have; 25,000 rows need 900,000. */
const cellLimit = 1_500_000
const textLimit = 32 * 1024 * 1024
const mergeLimit = 10_000

/** The cells of the first worksheet, only rows that have any; a merged range has its value in each of its cells. */
export function cellsOfXlsx(bytes: Uint8Array): PlainCell[][] {
  const book = openXlsx(bytes)
  if (book.sheet === undefined) throw new SheetUnreadable(sheetTexts.noSheet)
  const rows = new Map<number, PlainCell[]>()
  const merges: string[] = []
  const count = countingCells()
  readSheet(book, book.sheet, {
    onCell: (row, column, value) => {
      if (row >= rowLimit) throw new SheetUnreadable(sheetTexts.tooManyRows)
      if (column >= columnLimit) throw new SheetUnreadable(sheetTexts.tooManyColumns)
      const line = rows.get(row) ?? []
      count(Math.max(1, column + 1 - line.length), value)
      rows.set(row, line)
      while (line.length < column) line.push(undefined)
      line[column] = value
    },
    onMerge: (range) => {
      if (merges.push(range) > mergeLimit) throw new SheetUnreadable(sheetTexts.tooLarge)
    },
  })
  const ordered = [...rows].toSorted(([a], [b]) => a - b)
  for (const range of merges) fillMerged(ordered, range, count)
  return ordered.map(([row, line]) => withRowNumber(line, row + 1))
}

function countingCells(): (added: number, value: PlainCell) => void {
  let [cells, characters] = [0, 0]
  return (added, value) => {
    cells += added
    if (typeof value === 'string') characters += value.length
    if (cells > cellLimit || characters > textLimit) throw new SheetUnreadable(sheetTexts.tooLarge)
  }
}

type SheetEvents = {
  /** A cell with a value; row and column count from 0. */
  onCell: (row: number, column: number, value: string | number) => void
  onMerge: (range: string) => void
}

function readSheet(book: XlsxPackage, part: string, { onCell, onMerge }: SheetEvents): void {
  let [inData, isPhonetic, isValue] = [false, false, false]
  let [row, column] = [-1, -1]
  let cell = { type: '', style: 0 }
  let text = ''
  readXml(book.zip, part, {
    open: (name, attributes) => {
      if (name === 'sheetData') inData = true
      else if (name === 'mergeCell' && attributes['ref']) onMerge(attributes['ref'])
      if (!inData) return
      if (name === 'row') {
        row = (Number(attributes['r']) || row + 2) - 1
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes['r'] ?? '') ?? column + 1
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0) }
        text = ''
      } else if (name === 'rPh') isPhonetic = true
      else if ((name === 'v' && cell.type !== 'inlineStr') || (name === 't' && cell.type === 'inlineStr'))
        isValue = !isPhonetic
    },
    text: (piece) => {
      if (isValue) text += piece
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'sheetData') inData = false
      else if (name === 'c' && inData) {
        const value = valueOf(book, cell, text)
        if (value !== undefined && value !== '') onCell(row, column, value)
      }
    },
  })
}

function valueOf(book: XlsxPackage, { type, style }: { type: string; style: number }, text: string): PlainCell {
  if (type === 's') return book.strings[Number(text)]
  if (type === 'inlineStr' || type === 'str') return unescaped(text)
  if (text === '') return undefined
  if (type === 'b') return text === '1' || text === 'true' ? 'TRUE' : 'FALSE'
  if (type === 'e') return unescaped(text)
  if (type === 'd') return plainDate(new Date(text.endsWith('Z') ? text : `${text}Z`)) ?? text
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  return book.isDate[style] ? plainDate(dateOfSerial(number, book.from1904)) : number
}

/** The column of an address such as AB12, from 0. */
function columnOf(address: string): number | undefined {
  let column = 0
  for (let at = 0; at < address.length; at++) {
    const letter = (address.charCodeAt(at) | 0x20) - 0x60
    if (letter < 1 || letter > 26) break
    column = Math.min(column * 26 + letter, 1_000_000)
  }
  return column === 0 ? undefined : column - 1
}

/** Repeats the first value of a range in its other cells, within the rows that the sheet has. */
function fillMerged(
  rows: readonly (readonly [number, PlainCell[]])[],
  range: string,
  count: (added: number, value: PlainCell) => void,
): void {
  const [from = '', to = from] = range.split(':')
  const [left, right] = [columnOf(from) ?? 0, Math.min(columnOf(to) ?? 0, columnLimit - 1)]
  const [top, bottom] = [from, to].map((address) => Number(/\d+$/.exec(address)?.[0] ?? 1) - 1) as [number, number]
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
