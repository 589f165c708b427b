import type { Outcome } from './use-bulk-sheet.ts'

/** Saves all skipped rows of a bulk enforcement as a CSV file: their numbers in the sheet, their keys, and why. */
export async function saveSkippedRows({ skippedRows }: Outcome): Promise<void> {
  const [{ csvText }, { saveFile }] = await Promise.all([
    import('#kit/web/csv-text.ts'),
    import('#kit/web/fetch-file.ts'),
  ])
  const text = csvText([['Row', 'Key', 'Reason'], ...skippedRows.map(({ row, key, reason }) => [row, key, reason])])
  // The byte order mark tells spreadsheets that it is UTF-8.
  saveFile(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }), 'skipped-rows.csv')
}
