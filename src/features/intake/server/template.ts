import * as sheets from '@e965/xlsx'
import { headerOf } from '#columns/sheet.ts'
import type { Platform } from '#platforms/platform.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'

/** The empty upload sheet (.xlsx): the header in import order, and a second sheet with the allowed cell values. */
export function templateOf(platform: Platform): Uint8Array {
  const book = sheets.utils.book_new()
  sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet([headerOf(platform.imported)]), 'Data')
  const columns: [header: string, values: string[]][] = [
    ['status', platform.statuses.map((code) => code)],
    ['status name', platform.statuses.map((code) => statusDisplay(code).name)],
    ['priority', ['High', 'Low']],
    ['reasonCode', reasonCodes.map(({ code }) => code)],
    ['reason code name', reasonCodes.map(({ name }) => name)],
    ['reason code meaning', reasonCodes.map(({ meaning }) => meaning)],
    ['optional columns, by name', [...platform.importedIfNamed]],
  ]
  const longest = Math.max(...columns.map(([, values]) => values.length))
  const lines = Array.from({ length: longest }, (_, line) => columns.map(([, values]) => values[line] ?? null))
  const values = sheets.utils.aoa_to_sheet([columns.map(([header]) => header), ...lines])
  sheets.utils.book_append_sheet(book, values, 'Values')
  return new Uint8Array(sheets.write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}
