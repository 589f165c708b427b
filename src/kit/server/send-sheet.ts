import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Columns } from '#columns/column.ts'
import { headerOf } from '#columns/sheet.ts'
import { showDay } from '#vocabulary/dates.ts'
import { type Cell, sheetBytes, type SheetFormat, sheetFormats } from './sheets.ts'

/** Sends a CSV or Excel file as a download, streaming its bytes as they are produced. */
export function sendSheet(
  reply: FastifyReply,
  format: SheetFormat,
  name: string,
  header: readonly string[],
  lines: AsyncIterable<Cell[][]>,
): FastifyReply {
  const { ending, type } = sheetFormats[format]
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}.${ending}"`)
    .send(Readable.from(sheetBytes(format, header, lines), { objectMode: false }))
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
 * Numbers rows from 1 and formats their cells, which are in the order of `names`: days as DD/MM/YYYY, null as empty.
 */
export async function* numberedLines(
  columns: Columns,
  names: readonly string[],
  batches: AsyncIterable<unknown[][]>,
): AsyncGenerator<Cell[][]> {
  const days = new Set(names.flatMap((name, index) => (columns[name]!.kind === 'day' ? [index] : [])))
  let sn = 0
  for await (const batch of batches)
    yield batch.map((row) => [
      ++sn,
      ...row.map((cell, index) => (days.has(index) ? showDay(cell as string | null) : (cell as Cell))),
    ])
}
