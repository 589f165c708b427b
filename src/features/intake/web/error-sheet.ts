import { csvText } from '#kit/web/csv-text.ts'
import { headerOf } from '#columns/sheet.ts'
import { reasons } from '#features/staging-rows/messages.ts'
import type { Columns } from '#columns/column.ts'
import type { GridRows, ProblemsOf } from '#kit/web/EditableGrid-rows.ts'
import { uploadTexts } from './texts.ts'

/** error_data_{platform}_{date}.csv (S-019); the date is the chosen reporting date. */
export function errorSheetName(platform: string, reportingDate: string): string {
  return `error_data_${platform}_${reportingDate}.csv`
}

/** Reasons that the CSV states at greater length than the sheet (S-260). */
const reasonTexts: Readonly<Record<string, string>> = { [reasons.lostImage]: uploadTexts.lostImage }

/**
 * CSV of the rows with errors, or of all rows when there are none, with two extra columns: which cells and why (S-260).
 * Cells that begin like a formula are escaped.
 */
export function errorSheet(columns: Columns, names: readonly string[], rows: GridRows, problemsOf: ProblemsOf): string {
  const rowsWithErrors = rows.filter((row) => problemsOf(row).length > 0)
  const lines = (rowsWithErrors.length > 0 ? rowsWithErrors : rows).map((row) => {
    const problems = problemsOf(row)
    return [
      row.sn,
      ...names.map((name) => row[name] ?? ''),
      [...new Set(problems.map((problem) => columns[problem.column]?.label ?? problem.column))].join('; '),
      [...new Set(problems.map((problem) => reasonTexts[problem.message] ?? problem.message))].join('; '),
    ]
  })
  const fields = [...headerOf(names), 'errorColumns', 'errorReasons']
  return `\ufeff${csvText([fields, ...lines])}`
}
