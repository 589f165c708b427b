import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { sheetTexts } from '#features/quick-tools/messages.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import type { MadeFile, ToolRow } from '#features/tool-jobs/server/tool-runner.ts'
import { sheetFormats } from '#kit/server/sheets.ts'

type Workbook = {
  path: string
  name: string
  columns: readonly string[]
  /** A line in words, for the sheet of lines. */
  lineOf: (input: ToolRow['input']) => string
  /** The lines are some of another job's: their sheet has the numbers that they have there. */
  isNumbered: boolean
}

/** Hyperlinks that one sheet of Excel holds, and characters of one. */
const maxLinks = 60_000
const maxLink = 2000
/** Characters of one cell in Excel. */
const maxCell = 32_000

/**
 * Writes a workbook from the lines of a job: the records in the columns of the tool, and a sheet that says what became of
 * each line. Every value is a text cell, so nothing is run as a formula; addresses are links.
 */
export async function writeWorkbook(
  rows: AsyncIterable<ToolRow>,
  folder: string,
  { path, name, columns, lineOf, isNumbered }: Workbook,
): Promise<MadeFile> {
  const file = join(folder, path)
  const out = createWriteStream(file)
  const written = finished(out)
  // An error is thrown when the file is closed.
  written.catch(() => undefined)
  try {
    const records = await writeTo(out, rows, { columns, lineOf, isNumbered })
    await written
    return { name, mediaType: sheetFormats.excel.type, path: file, records }
  } catch (problem) {
    out.destroy()
    throw problem
  }
}

/** Writes the sheets and returns how many records they have. */
async function writeTo(
  out: WriteStream,
  rows: AsyncIterable<ToolRow>,
  { columns, lineOf, isNumbered }: Pick<Workbook, 'columns' | 'lineOf' | 'isNumbered'>,
): Promise<number> {
  // Loaded with the first workbook: it takes 40 MB.
  const { WorkbookWriter } = await import('@cj-tech-master/excelts')
  const book = new WorkbookWriter({ stream: out, useStyles: false, useSharedStrings: false })
  const results = book.addWorksheet(sheetTexts.results)
  results.addRow([...columns]).commit()
  const outcomes: string[][] = []
  let records = 0
  let links = 0
  for await (const { row: number, input, records: found, state, problem } of rows) {
    for (const record of found ?? []) {
      const cells = columns.map((column) => textOf(record[column]))
      const row = results.addRow(cells)
      for (const [at, text] of cells.entries())
        if (isLink(text) && ++links <= maxLinks) row.getCell(at + 1).value = { text, hyperlink: text }
      row.commit()
      records++
    }
    const count = found?.length ?? 0
    const result =
      state === 'Waiting'
        ? messages.notReached
        : state === 'Failed'
          ? (problem ?? '')
          : count === 0
            ? sheetTexts.noResults
            : sheetTexts.ok
    outcomes.push([lineOf(input).slice(0, maxCell), String(count), result, ...(isNumbered ? [String(number)] : [])])
    if (out.writableNeedDrain) await once(out, 'drain')
  }
  results.commit()
  const lines = book.addWorksheet(sheetTexts.lines)
  lines.addRow([...sheetTexts.linesHeader, ...(isNumbered ? [sheetTexts.row] : [])]).commit()
  for (const outcome of outcomes) lines.addRow(outcome).commit()
  lines.commit()
  await book.commit()
  return records
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxCell) : ''

const isLink = (text: string): boolean =>
  text.length <= maxLink && /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text)
