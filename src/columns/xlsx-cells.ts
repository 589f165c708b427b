import { shownText } from './number-formats.ts'
import { plainDate, type PlainCell } from './plain-cell.ts'
import { readXml } from './read-xml.ts'
import { withOtherSheets } from './other-sheets.ts'
import { createSheetGrid, type MergedRange, type SheetGrid } from './sheet-grid.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'
import { openXlsx, type XlsxPackage } from './xlsx-package.ts'
import { unescaped } from './xlsx-strings.ts'

/** The cells of the first worksheet, only rows that have any; a merged range has its value in each of its cells. */
export function cellsOfXlsx(bytes: Uint8Array): PlainCell[][] {
  const book = openXlsx(bytes)
  if (book.sheet === undefined) throw new SheetUnreadable(sheetTexts.noSheet)
  const grid = createSheetGrid()
  readSheet(book, book.sheet, grid)
  return withOtherSheets(grid.rows(), () =>
    book.others
      .slice(0, maxOthers)
      .filter(({ part }) => hasCells(book, part))
      .map(({ name }) => name),
  )
}

/** How many other worksheets are looked at, and how many elements of each: styled cells without a value come first. */
const [maxOthers, maxElements] = [20, 20_000]

/** Whether a worksheet has a value. It is read up to the first one; one that cannot be read counts as having some. */
function hasCells({ zip }: XlsxPackage, part: string): boolean {
  let isFound = false
  let elements = 0
  const end = new Error('Seen enough of the worksheet.')
  try {
    readXml(zip, part, {
      open: (name) => {
        isFound = name === 'v' || name === 't' || name === 'f'
        if (isFound || ++elements > maxElements) throw end
      },
    })
  } catch (error) {
    if (error !== end) isFound = true
  }
  return isFound
}

function readSheet(book: XlsxPackage, part: string, { addCell, addMerge }: SheetGrid): void {
  let [inData, isPhonetic, isValue] = [false, false, false]
  let [row, column] = [-1, -1]
  let cell = { type: '', style: 0 }
  let text = ''
  readXml(book.zip, part, {
    open: (name, attributes) => {
      if (name === 'sheetData') inData = true
      else if (name === 'mergeCell' && attributes['ref']) addMerge(rangeOf(attributes['ref']))
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
        if (value !== undefined && value !== '') addCell(row, column, value)
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
  const shown = book.shown[style]
  return shown === undefined ? number : shownText(shown, number, book.from1904)
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

/** The cells of a range such as A1:C7, or of one cell. */
function rangeOf(ref: string): MergedRange {
  const [from = '', to = from] = ref.split(':')
  const rowOf = (address: string) => Number(/\d+$/.exec(address)?.[0] ?? 1) - 1
  return { top: rowOf(from), left: columnOf(from) ?? 0, bottom: rowOf(to), right: columnOf(to) ?? 0 }
}
