import { unparse } from 'papaparse'
import { needsQuotes, withoutFormulas } from '#columns/sheet.ts'

/** Lines of a CSV file made in the browser; texts that a spreadsheet would run as a formula get an apostrophe (G58). */
export function csvText(lines: readonly (readonly unknown[])[]): string {
  const cells = lines.map((line) => line.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell)))
  return unparse(cells, { quotes: (cell) => typeof cell === 'string' && needsQuotes(cell), newline: '\r\n' })
}
