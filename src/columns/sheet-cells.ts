import type { CellObject } from '@e965/xlsx'
import { shownBy, shownText } from './number-formats.ts'
import { withOtherSheets } from './other-sheets.ts'
import { type PlainCell, plainDate } from './plain-cell.ts'
import type { Cells } from './sheet.ts'
import { createSheetGrid, rowLimit } from './sheet-grid.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'

export type SheetKind = 'xlsx' | 'xls'

/** The kind of an Excel file, by its name and its first bytes together (G121); undefined if it is not one. */
export function sheetKind(name: string, head: Uint8Array): SheetKind | 'locked' | undefined {
  const extension = extensionOf(name)
  const zip = startsWith(head, [0x50, 0x4b, 0x03, 0x04])
  const ole = startsWith(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  if (extension === 'xlsx' && zip) return 'xlsx'
  if (extension === 'xls' && ole) return 'xls'
  // Excel wraps a password-protected .xlsx into the old container; a Word document or .xls renamed has it, too.
  if (extension === 'xlsx' && ole) return 'locked'
  return undefined
}

const extensionOf = (name: string): SheetKind | undefined =>
  /\.(xlsx?)$/i.exec(name.trim())?.[1]?.toLowerCase() as SheetKind | undefined

/**
 * The cells of the first worksheet as plain texts and numbers: days as YYYY-MM-DD, times as 12:34, percentages as
 * 45%, booleans as TRUE and FALSE,
 * formulas as their stored result, links as their text.
 * Throws only SheetUnreadable, with a message for the user.
 */
export async function cellsOf(name: string, bytes: Uint8Array): Promise<Cells> {
  if (bytes.length === 0) throw new SheetUnreadable(sheetTexts.empty)
  const extension = extensionOf(name)
  const kind = sheetKind(name, bytes)
  if (extension === undefined) throw new SheetUnreadable(sheetTexts.notExcel)
  if (kind === undefined) throw new SheetUnreadable((await otherFile(bytes, extension)) ?? sheetTexts.notExcel)
  if (kind === 'locked' && isEncrypted(bytes)) throw new SheetUnreadable(sheetTexts.locked)
  try {
    if (kind === 'locked') throw new SheetUnreadable(sheetTexts.damaged)
    return kind === 'xlsx' ? await cellsOfXlsx(bytes) : await cellsOfXls(bytes)
  } catch (error) {
    const sentence = error instanceof Error ? messageFor(error) : sheetTexts.damaged
    const isForeign = sentence === sheetTexts.damaged || sentence === sheetTexts.noSheet
    throw new SheetUnreadable((isForeign ? await otherFile(bytes, extension) : undefined) ?? sentence, { cause: error })
  }
}

/** Whether an old container holds an encrypted workbook: a stream of this name ([MS-OFFCRYPTO] 2.3.4.4). */
const isEncrypted = (bytes: Uint8Array): boolean =>
  new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage')

/** The error messages of the Excel libraries, translated for the user. */
function messageFor(error: Error): string {
  if (error instanceof SheetUnreadable) return error.message
  if (/password|encrypt/i.test(error.message)) return sheetTexts.locked
  return sheetTexts.damaged
}

/** Loaded only when needed, as are the readers below: whoever asks for the kind of a file alone reads no cells. */
async function otherFile(bytes: Uint8Array, expected: SheetKind): Promise<string | undefined> {
  const { otherFile: describe } = await import('./other-file.ts')
  return describe(bytes, expected)
}

async function cellsOfXlsx(bytes: Uint8Array): Promise<Cells> {
  const { cellsOfXlsx: read } = await import('./xlsx-cells.ts')
  return read(bytes)
}

/** SheetJS is used for the old format only, and loaded only when needed. */
async function cellsOfXls(bytes: Uint8Array): Promise<Cells> {
  const { read } = await import('@e965/xlsx')
  const options = {
    type: 'array',
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    dense: true,
  } as const
  const workbook = read(bytes, { ...options, sheets: 0, sheetRows: rowLimit })
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  if (!sheet) throw new SheetUnreadable(sheetTexts.noSheet)
  const from1904 = workbook.Workbook?.WBProps?.date1904 === true
  const grid = createSheetGrid()
  for (const [row, line] of (sheet['!data'] ?? []).entries())
    for (const [column, cell] of (line ?? []).entries()) {
      const value = valueOfXls(cell, from1904)
      if (value !== undefined && value !== '') grid.addCell(row, column, value)
    }
  for (const { s: first, e: last } of sheet['!merges'] ?? [])
    grid.addMerge({ top: first.r, left: first.c, bottom: last.r, right: last.c })
  return withOtherSheets(grid.rows(), () => {
    if (workbook.SheetNames.length < 2) return []
    const { SheetNames, Sheets, Workbook } = read(bytes, { ...options, sheetRows: rowsLookedAt })
    return SheetNames.filter(
      (name, at) => at > 0 && !Workbook?.Sheets?.[at]?.Hidden && Sheets[name]?.['!data']?.some((line) => line?.length),
    )
  })
}

function valueOfXls(cell: CellObject | undefined, from1904: boolean): PlainCell {
  if (cell?.t === 'e') return errorTexts.get(Number(cell.v))
  if (typeof cell?.v !== 'number' || typeof cell.z !== 'string') return plainCell(cell?.v)
  const shown = shownBy(-1, cell.z)
  return shown === undefined ? plainCell(cell.v) : shownText(shown, cell.v, from1904)
}

/** The rows of another worksheet among which its cells are looked for. */
const rowsLookedAt = 200

/** What Excel shows for the errors of formulas, by their codes ([MS-XLS] 2.5.10, BErr). */
const errorTexts: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
])

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
