import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { headerOf } from '#columns/sheet.ts'
import { type Cell, csvLines, yesOrNo } from '#kit/server/sheets.ts'
import { platformOf } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'
import type { PartsTask } from './part-maker.ts'

/** Writes the rows of one part; `close` returns the path of its file. */
export type PartWriter = {
  /** Rows of a source, as `findingsOfSource` selects them. */
  write: (source: number, rows: readonly unknown[][]) => Promise<void>
  close: (isLast: boolean) => Promise<string>
}

type PartLocation = { path: string; part: number; rowsBefore: number }

/** Opens the file of one part: a workbook, CSV lines, or rows as JSON lines from which the Parquet file is built. */
export async function openPart(task: PartsTask, location: PartLocation): Promise<PartWriter> {
  if (task.format === 'xlsx') return openWorkbook(task, location)
  if (task.format === 'csv') return openLines(location, csvOf(task, location))
  return openLines(location, { begin: '', lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('') })
}

type LineFormat = { begin: string; lines: (rows: readonly unknown[][]) => string }

function openLines({ path }: PartLocation, { begin, lines }: LineFormat): PartWriter {
  const file = open(path, 'w')
  // An error is thrown by the first write.
  file.catch(() => undefined)
  let text = begin
  return {
    write: async (_source, rows) => {
      text += lines(rows)
      await (await file).appendFile(text)
      text = ''
    },
    close: async () => {
      if (text !== '') await (await file).appendFile(text)
      await (await file).close()
      return path
    },
  }
}

/** The cells of rows without the position at their end: days as DD/MM/YYYY. */
function cellsOf(platformValue: string): (row: readonly unknown[]) => Cell[] {
  const { columns, imported } = platformOf(platformValue)!
  const isDay = imported.map((name) => columns[name]!.kind === 'day')
  return (row) =>
    imported.map((_, index) => (isDay[index] ? showDay(row[index] as string | null) : (row[index] as Cell)))
}

function csvOf({ platform }: PartsTask, { part, rowsBefore }: PartLocation): LineFormat {
  const cells = cellsOf(platform)
  let sn = rowsBefore
  // The first part begins the file, with the byte order mark by which spreadsheets recognise UTF-8.
  const begin = part === 1 ? `\uFEFF${csvLines([headerOf(platformOf(platform)!.imported)])}` : ''
  return { begin, lines: (rows) => csvLines(rows.map((row) => [++sn, ...cells(row)])) }
}

async function openWorkbook(task: PartsTask, { path }: PartLocation): Promise<PartWriter> {
  // Loaded for workbooks only: it takes 40 MB.
  const { WorkbookWriter } = await import('@cj-tech-master/excelts')
  const out = createWriteStream(path)
  const written = finished(out)
  // An error is thrown by close.
  written.catch(() => undefined)
  const book = new WorkbookWriter({ stream: out, useStyles: false, useSharedStrings: false })
  const cells = cellsOf(task.platform)
  const header = headerOf(platformOf(task.platform)!.imported)
  const names = sheetNames(task.sources.map(({ sheet }) => sheet))
  let current: { source: number; sheet: ReturnType<typeof book.addWorksheet>; sn: number } | undefined
  const sheetOf = (source: number) => {
    if (current?.source === source) return current
    current?.sheet.commit()
    const sheet = book.addWorksheet(names[source] ?? 'Records')
    sheet.addRow(header).commit()
    return (current = { source, sheet, sn: 0 })
  }
  return {
    write: async (source, rows) => {
      const at = sheetOf(source)
      for (const row of rows) at.sheet.addRow([++at.sn, ...cells(row).map(inWorkbook)]).commit()
      if (out.writableNeedDrain) await once(out, 'drain')
    },
    close: async (isLast) => {
      ;(current ?? sheetOf(0)).sheet.commit()
      if (isLast && task.extraSheet) {
        const sheet = book.addWorksheet(task.extraSheet.name)
        for (const line of task.extraSheet.lines) sheet.addRow([...line]).commit()
        sheet.commit()
      }
      await book.commit()
      await written
      return path
    },
  }
}

const inWorkbook = (cell: Cell): Cell => (typeof cell === 'boolean' ? yesOrNo(cell) : cell)

/** Names of sheets as Excel allows them: at most 31 characters, none of []:*?/\, no two alike in any letter case. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    // Excel refuses an apostrophe at either end, which may also be where the name is cut.
    const plain = Array.from(name.replace(/[[\]:*?/\\\p{Cc}]+/gu, ' ').replace(/^['\s]+/, ''))
      .slice(0, 27)
      .join('')
      .replace(/['\s]+$/, '')
    let unique = plain === '' || plain.toLowerCase() === 'history' ? `${plain} brand`.trim() : plain
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${plain} ${n}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
