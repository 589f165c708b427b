import { isEmpty } from '#columns/column.ts'
import { readingLimitInBrowser, SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'
import type { FromSheet } from './sheet-cells.worker.ts'

/** The rows of a workbook below its header, as lists of cells, and the number of each in the sheet. */
export type BulkSheet = { rows: (readonly unknown[])[]; rowNumbers: number[] }

/**
 * The rows of a bulk enforcement workbook below its header, in sheet order (S-051). Rejects with SheetUnreadable, whose
 * message can be shown to the user.
 */
export function readBulkSheet(file: File): Promise<BulkSheet> {
  const worker = new Worker(new URL('./sheet-cells.worker.ts', import.meta.url), {
    type: 'module',
    name: 'sheet-cells',
  })
  return new Promise<BulkSheet>((resolve, reject) => {
    const clock = setTimeout(() => reject(new SheetUnreadable(sheetTexts.tooSlow)), readingLimitInBrowser(file.size))
    worker.addEventListener('error', () => reject(new SheetUnreadable(sheetTexts.damaged)))
    worker.addEventListener('message', (event: MessageEvent<FromSheet>) => {
      clearTimeout(clock)
      if ('problem' in event.data) return reject(new SheetUnreadable(event.data.problem))
      return resolve(rowsBelowHeader(event.data))
    })
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}

/** The non-empty lines after the first. */
function rowsBelowHeader({ cells, rowNumbers }: Extract<FromSheet, { cells: unknown }>): BulkSheet {
  const sheet: BulkSheet = { rows: [], rowNumbers: [] }
  for (const [at, line] of cells.entries()) {
    if (at === 0 || line.every(isEmpty)) continue
    sheet.rows.push(line)
    sheet.rowNumbers.push(rowNumbers[at] ?? at + 1)
  }
  return sheet
}
