import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Columns } from '#columns/column.ts'
import { headerOf } from '#columns/sheet.ts'
import type { KindName } from '#columns/kinds.ts'
import { showDay } from '#vocabulary/dates.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { countDownload, cutOffUnread } from './download-bounds.ts'
import { busy } from './problem.ts'
import { type Cell, fileNameOf, sheetBytes, type SheetFormat, sheetFormats, waitingWorkbooks } from './sheets.ts'

/**
 * How much of a workbook is written ahead of its reader, in bytes: all of 25,000 rows, so that a slow reader does not
 * keep a writing thread from the others.
 */
const writtenAhead = 8 * 1024 * 1024

/** How many workbooks may wait for a writing thread: more would wait longer than browsers do. */
const maxWaiting = 24

/**
 * Sends a CSV or Excel file as a download, streaming its bytes as they are produced. Throws 429 when three files of
 * this person are being sent, 503 when too many wait; a file that is not read is cut off.
 */
export function sendSheet(
  reply: FastifyReply,
  format: SheetFormat,
  name: string,
  header: readonly string[],
  lines: AsyncIterable<Cell[][]>,
): FastifyReply {
  if (format === 'excel' && waitingWorkbooks() >= maxWaiting) throw busy()
  countDownload(reply)
  cutOffUnread(reply.raw)
  const bytes = sheetBytes(format, { header, lines }, disconnectSignal(reply))
  const highWaterMark = format === 'excel' ? writtenAhead : undefined
  return reply
    .type(sheetFormats[format].type)
    .header('content-disposition', `attachment; filename="${fileNameOf(name, format)}"`)
    .send(Readable.from(bytes, { objectMode: false, ...(highWaterMark ? { highWaterMark } : {}) }))
}

/**
 * Sends the rows as an Excel sheet in the form that an import reads; without rows, the empty template. Cells are in the
 * order of `imported`.
 */
export function sendImportSheet(
  reply: FastifyReply,
  name: string,
  { columns, imported }: { columns: Columns; imported: readonly string[] },
  rows: AsyncIterable<unknown[][]> = noRows(),
): FastifyReply {
  return sendSheet(reply, 'excel', name, headerOf(imported), numberedLines(columns, imported, rows))
}

/** The rows of an empty sheet. */
export async function* noRows(): AsyncGenerator<never[][]> {}

/** Aborts when the connection closes before the response is complete. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * Numbers rows from 1 and formats their cells, which are in the order of `names`: days as DD/MM/YYYY, statuses by name,
 * null as empty.
 */
export async function* numberedLines(
  columns: Columns,
  names: readonly string[],
  batches: AsyncIterable<unknown[][]>,
): AsyncGenerator<Cell[][]> {
  const shownAs = names.map((name) => shownKinds[columns[name]!.kind])
  let sn = 0
  for await (const batch of batches)
    yield batch.map((row) => [
      ++sn,
      ...row.map((cell, index) => shownAs[index]?.(cell as string | null) ?? (cell as Cell)),
    ])
}

/** Kinds of columns whose stored texts are not what people read. */
const shownKinds: Readonly<Partial<Record<KindName, (stored: string | null) => string | null>>> = {
  day: showDay,
  status: (code) => code && statusDisplay(code).name,
}
