import { Workbook } from '@cj-tech-master/excelts/browser'
import type { Cells } from './sheet.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'

/** How many rows and columns of a worksheet are read; leaves room for blank lines between rows. */
const rowLimit = 60_000
const columnLimit = 500
/** How far a workbook may unpack, in bytes and zip entries; 25,000 real rows of 35 columns take about 60 MB. */
const maxUnpackedBytes = 300 * 1024 * 1024
const maxParts = 5_000

export type SheetKind = 'xlsx' | 'xls'

/** The kind of an Excel file, by its name and its first bytes together (G121); undefined if it is not one. */
export function sheetKind(name: string, head: Uint8Array): SheetKind | 'locked' | undefined {
  const extension = /\.(xlsx?)$/i.exec(name.trim())?.[1]?.toLowerCase()
  const zip = startsWith(head, [0x50, 0x4b, 0x03, 0x04])
  const ole = startsWith(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  if (extension === 'xlsx' && zip) return 'xlsx'
  if (extension === 'xls' && ole) return 'xls'
  // Excel wraps a password-protected .xlsx into the old container.
  if (extension === 'xlsx' && ole) return 'locked'
  return undefined
}

/**
 * The cells of the first worksheet as plain texts and numbers: days as YYYY-MM-DD, booleans as TRUE and FALSE,
 * formulas as their stored result, links as their text.
 * Throws only SheetUnreadable, with a message for the user.
 */
export async function cellsOf(name: string, bytes: Uint8Array): Promise<Cells> {
  const kind = sheetKind(name, bytes)
  if (kind === undefined) throw new SheetUnreadable(sheetTexts.notExcel)
  if (kind === 'locked') throw new SheetUnreadable(sheetTexts.locked)
  try {
    return kind === 'xlsx' ? await cellsOfXlsx(bytes) : await cellsOfXls(bytes)
  } catch (error) {
    if (error instanceof SheetUnreadable) throw error
    throw new SheetUnreadable(messageFor(error instanceof Error ? error.message : ''), { cause: error })
  }
}

/** The error messages of the Excel libraries, translated for the user. */
function messageFor(libraryMessage: string): string {
  if (/password|encrypt/i.test(libraryMessage)) return sheetTexts.locked
  if (/max row count/i.test(libraryMessage)) return sheetTexts.tooManyRows
  if (/max column count/i.test(libraryMessage)) return sheetTexts.tooManyColumns
  return sheetTexts.damaged
}

async function cellsOfXlsx(bytes: Uint8Array): Promise<Cells> {
  const { parts, unpacked } = zipContents(bytes)
  if (parts > maxParts || unpacked > maxUnpackedBytes) throw new SheetUnreadable(sheetTexts.tooLarge)
  const workbook = new Workbook()
  await workbook.xlsx.load(bytes, { maxRows: rowLimit, maxCols: columnLimit })
  const sheet = workbook.worksheets[0]
  if (!sheet) throw new SheetUnreadable(sheetTexts.noSheet)
  if (sheet.rowCount >= rowLimit) throw new SheetUnreadable(sheetTexts.tooManyRows)
  const cells: unknown[][] = []
  sheet.eachRow({ includeEmpty: false }, (row) => {
    const line: unknown[] = []
    row.eachCell({ includeEmpty: false }, (cell, column) => {
      line[column - 1] = plainCell(cell.value)
    })
    cells.push(Array.from(line))
  })
  return cells
}

/** SheetJS is used for the old format only, and loaded only when needed. */
async function cellsOfXls(bytes: Uint8Array): Promise<Cells> {
  const { read, utils } = await import('@e965/xlsx')
  const workbook = read(bytes, {
    type: 'array',
    sheets: 0,
    sheetRows: rowLimit,
    cellDates: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    dense: true,
    UTC: true,
  })
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  if (!sheet) throw new SheetUnreadable(sheetTexts.noSheet)
  const range = utils.decode_range(sheet['!ref'] ?? 'A1')
  range.e.c = Math.min(range.e.c, range.s.c + columnLimit - 1)
  if (range.e.r - range.s.r + 1 >= rowLimit) throw new SheetUnreadable(sheetTexts.tooManyRows)
  const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: false, UTC: true, range })
  return lines.map((line) => Array.from(line, (cell) => plainCell(cell)))
}

/** The displayed value of one cell: text, number or nothing. */
export function plainCell(value: unknown): string | number | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return plainDate(value)
  if (typeof value !== 'object') return String(value)
  if ('richText' in value) return (value.richText as { text: string }[]).map((run) => run.text).join('')
  if ('text' in value) return plainCell(value.text)
  if ('result' in value) return plainCell(value.result)
  if ('error' in value) return String(value.error)
  return undefined
}

function plainDate(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}

/** Number of entries of a zip and their declared unpacked size, read from its central directory alone. */
function zipContents(bytes: Uint8Array): { parts: number; unpacked: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= Math.max(0, bytes.length - 65_557) && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new SheetUnreadable(sheetTexts.damaged)
  let offset = view.getUint32(end + 16, true)
  let parts = 0
  let unpacked = 0
  while (offset + 46 <= end && view.getUint32(offset, true) === 0x02014b50) {
    unpacked += view.getUint32(offset + 24, true)
    parts++
    offset +=
      46 + view.getUint16(offset + 28, true) + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true)
  }
  return { parts, unpacked }
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}
