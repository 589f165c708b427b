import type { Columns } from '#columns/column.ts'
import type { SheetRow } from '#columns/sheet.ts'
import { readingLimitInBrowser, SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'

/** Layout of a sheet: its columns, their import order, those recognised by name only, and the maximum of rows. */
export type SheetLayout = {
  columns: Columns
  imported: readonly string[]
  optional?: readonly string[]
  maxRows: number
}
export type ReaderRequest = { file: File; layout: SheetLayout }
export type ReaderMessage =
  | { rows: SheetRow[]; total: number }
  | { header: string[]; otherSheets: readonly string[] }
  | { problem: string }
/**
 * The rows of a sheet, the texts of its header row (none when its first row is data), and the names of the workbook's
 * other worksheets with data.
 */
export type Sheet = { rows: SheetRow[]; header: readonly string[]; otherSheets: readonly string[] }

/**
 * Reads the first worksheet of an Excel file in a worker, by header names or by the import order (G51).
 * `onRows` gets the number of rows read so far. Rejects with SheetUnreadable, also when aborted; its message is for
 * people.
 */
export function readSheet(
  file: File,
  layout: SheetLayout,
  { signal, onRows }: { signal: AbortSignal; onRows: (read: number, total: number) => void },
): Promise<Sheet> {
  const worker = new Worker(new URL('./sheet-reader.worker.ts', import.meta.url), {
    type: 'module',
    name: 'sheet-reader',
  })
  const rows: SheetRow[] = []
  const timeout = readingLimitInBrowser(file.size)
  return new Promise<Sheet>((resolve, reject) => {
    const fail = (sentence: string) => reject(new SheetUnreadable(sentence))
    let clock = setTimeout(() => fail(sheetTexts.tooSlow), timeout)
    signal.addEventListener('abort', () => fail(sheetTexts.ended))
    worker.addEventListener('error', () => fail(sheetTexts.damaged))
    worker.addEventListener('message', (event: MessageEvent<ReaderMessage>) => {
      const message = event.data
      clearTimeout(clock)
      if ('problem' in message) return fail(message.problem)
      if ('header' in message) return resolve({ rows, header: message.header, otherSheets: message.otherSheets })
      clock = setTimeout(() => fail(sheetTexts.tooSlow), timeout)
      for (const row of message.rows) rows.push(row)
      onRows(rows.length, message.total)
    })
    worker.postMessage({ file, layout } satisfies ReaderRequest)
  }).finally(() => worker.terminate())
}
