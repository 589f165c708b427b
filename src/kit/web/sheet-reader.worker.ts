import { otherSheetsOf } from '#columns/other-sheets.ts'
import { headerTexts, rowsFromCells } from '#columns/sheet.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'
import type { ReaderMessage, ReaderRequest } from './read-sheet.ts'
import { fileChanged, isFileGone } from './file-gone.ts'
import { countText } from '#vocabulary/numbers.ts'

/** Rows in one message, so that receiving them never blocks the page for long. */
const rowsPerMessage = 1_000

const reply = (message: ReaderMessage) => self.postMessage(message)

self.addEventListener('message', (event: MessageEvent<ReaderRequest>) => {
  void read(event.data)
})

async function read({ file, layout }: ReaderRequest): Promise<void> {
  try {
    const { columns, imported, optional = [], maxRows } = layout
    const cells = await cellsOf(file.name, new Uint8Array(await file.arrayBuffer()))
    const rows = rowsFromCells(cells, columns, imported, optional)
    if (rows.length === 0) throw new SheetUnreadable(sheetTexts.noRows)
    if (rows.length > maxRows)
      // The message has the general maximum; this sheet may have a lower one.
      throw new SheetUnreadable(sheetTexts.tooManyRows.replace(/\d[\d,]*/, countText(maxRows)))
    for (let from = 0; from < rows.length; from += rowsPerMessage) {
      reply({ rows: rows.slice(from, from + rowsPerMessage), total: rows.length })
    }
    reply({ header: headerTexts(cells, columns, [...imported, ...optional]), otherSheets: otherSheetsOf(cells) })
  } catch (error) {
    reply({ problem: problemOf(error) })
  }
}

function problemOf(error: unknown): string {
  if (isFileGone(error)) return fileChanged
  return error instanceof SheetUnreadable ? error.message : sheetTexts.damaged
}
