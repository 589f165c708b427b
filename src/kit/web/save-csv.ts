import { csvText } from './csv-text.ts'
import { saveFile } from './fetch-file.ts'

/** Saves lines that were made in the browser as a CSV file of this name, without its extension. */
export function saveCsv(name: string, lines: readonly (readonly unknown[])[]): void {
  // The byte order mark tells spreadsheets that it is UTF-8.
  saveFile(new Blob([`\uFEFF${csvText(lines)}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
