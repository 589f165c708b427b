// Web worker: reads the cells of a workbook's first sheet off the main thread.
import { rowNumberOf } from '#columns/line-numbers.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'

/** The lines of the sheet with the number of each in it, or why it cannot be read. */
export type FromSheet =
  | { cells: readonly (readonly unknown[])[]; rowNumbers: readonly (number | undefined)[] }
  | { problem: string }

self.addEventListener('message', (event: MessageEvent<File>) => {
  void read(event.data).then((answer) => self.postMessage(answer))
})

async function read(file: File): Promise<FromSheet> {
  try {
    const cells = await cellsOf(file.name, new Uint8Array(await file.arrayBuffer()))
    return { cells, rowNumbers: cells.map(rowNumberOf) }
  } catch (error) {
    return { problem: error instanceof SheetUnreadable ? error.message : sheetTexts.damaged }
  }
}
