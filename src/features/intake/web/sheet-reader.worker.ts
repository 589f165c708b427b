import { rowsFromCells } from '#columns/sheet.ts'
import { platformOf } from '#platforms/all.ts'
import { rowsPerCall } from '#features/intake/contract.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'
import type { FromReader, ToReader } from './read-sheet.ts'

/** Rows that travel in one message, so that receiving them never holds the page for long. */
const rowsPerMessage = 1_000

const reply = (message: FromReader) => self.postMessage(message)

self.addEventListener('message', (event: MessageEvent<ToReader>) => {
  void read(event.data)
})

async function read({ file, platform }: ToReader): Promise<void> {
  try {
    const of = platformOf(platform)!
    const cells = await cellsOf(file.name, new Uint8Array(await file.arrayBuffer()))
    const rows = rowsFromCells(cells, of.columns, of.imported, of.importedIfNamed)
    if (rows.length === 0) throw new SheetUnreadable(sheetTexts.noRows)
    if (rows.length > rowsPerCall) throw new SheetUnreadable(sheetTexts.tooManyRows)
    for (let from = 0; from < rows.length; from += rowsPerMessage) {
      reply({ rows: rows.slice(from, from + rowsPerMessage), of: rows.length })
    }
    reply({ done: true })
  } catch (error) {
    reply({ problem: error instanceof SheetUnreadable ? error.message : sheetTexts.damaged })
  }
}
