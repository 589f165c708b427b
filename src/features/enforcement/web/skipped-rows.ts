import type { Outcome } from './use-bulk-sheet.ts'

/** Saves all skipped rows of a bulk enforcement as a CSV file: their numbers in the sheet, their keys, and why. */
export async function saveSkippedRows({ skippedRows }: Outcome): Promise<void> {
  const { saveCsv } = await import('#kit/web/save-csv.ts')
  saveCsv('skipped-rows', [['Row', 'Key', 'Reason'], ...skippedRows.map(({ row, key, reason }) => [row, key, reason])])
}
