import { withRowNumber } from './line-numbers.ts'
import { type PlainCell, plainDate } from './plain-cell.ts'
import type { Cells } from './sheet.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'
import { cellsOfXlsx, columnLimit, rowLimit } from './xlsx-cells.ts'

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
    return kind === 'xlsx' ? cellsOfXlsx(bytes) : await cellsOfXls(bytes)
  } catch (error) {
    if (error instanceof SheetUnreadable) throw error
    throw new SheetUnreadable(messageFor(error instanceof Error ? error.message : ''), { cause: error })
  }
}

/** The error messages of the Excel libraries, translated for the user. */
function messageFor(libraryMessage: string): string {
  if (/password|encrypt/i.test(libraryMessage)) return sheetTexts.locked
  return sheetTexts.damaged
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
  const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: true, UTC: true, range })
  return lines.flatMap((line, at) =>
    line.length === 0
      ? []
      : [
          withRowNumber(
            Array.from(line, (cell) => plainCell(cell)),
            range.s.r + at + 1,
          ),
        ],
  )
}

/** The displayed value of one cell: text, number or nothing. */
export function plainCell(value: unknown): PlainCell {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return plainDate(value)
  if (typeof value !== 'object') return String(value)
  return undefined
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}
