// Web worker: reads the cells of a workbook's first sheet off the main thread.
import { cellsOf } from '#columns/sheet-cells.ts'
import { SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'

export type FromSheet = { cells: readonly (readonly unknown[])[] } | { problem: string }

self.addEventListener('message', (event: MessageEvent<File>) => {
  void read(event.data).then((answer) => self.postMessage(answer))
})

async function read(file: File): Promise<FromSheet> {
  try {
    return { cells: await cellsOf(file.name, new Uint8Array(await file.arrayBuffer())) }
  } catch (error) {
    return { problem: error instanceof SheetUnreadable ? error.message : sheetTexts.damaged }
  }
}
