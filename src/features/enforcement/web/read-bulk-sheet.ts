import { isEmpty } from '#columns/column.ts'
import { readingLimit, SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'
import type { FromSheet } from './sheet-cells.worker.ts'

/**
 * The rows of a bulk enforcement workbook below its header, as lists of cells in sheet order (S-051). Rejects with
 * SheetUnreadable, whose message can be shown to the user.
 */
export function readBulkSheet(file: File): Promise<(readonly unknown[])[]> {
  const worker = new Worker(new URL('./sheet-cells.worker.ts', import.meta.url), {
    type: 'module',
    name: 'sheet-cells',
  })
  return new Promise<(readonly unknown[])[]>((resolve, reject) => {
    const clock = setTimeout(() => reject(new SheetUnreadable(sheetTexts.tooSlow)), readingLimit(file.size))
    worker.addEventListener('error', () => reject(new SheetUnreadable(sheetTexts.damaged)))
    worker.addEventListener('message', (event: MessageEvent<FromSheet>) => {
      clearTimeout(clock)
      if ('problem' in event.data) return reject(new SheetUnreadable(event.data.problem))
      return resolve(rowsBelowHeader(event.data.cells))
    })
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}

/** The non-empty lines after the first. */
export function rowsBelowHeader(cells: readonly (readonly unknown[])[]): (readonly unknown[])[] {
  return cells.slice(1).filter((line) => !line.every(isEmpty))
}
