import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Columns } from '#columns/column.ts'
import { showDay } from '#vocabulary/dates.ts'
import { type Cell, sheetBytes, type SheetFormat, sheetFormats } from './sheets.ts'

/** Answers a file: its name, its type, and its bytes as they are made. */
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

/** Ends when the connection closes before the answer is complete. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Numbers rows from 1 and shows their cells, which stand as `names`: days as DD/MM/YYYY, nothing as an empty cell. */
export async function* numberedLines(
  columns: Columns,
  names: readonly string[],
  batches: AsyncIterable<unknown[][]>,
): AsyncGenerator<Cell[][]> {
  const days = new Set(names.flatMap((name, place) => (columns[name]!.kind === 'day' ? [place] : [])))
  let sn = 0
  for await (const batch of batches)
    yield batch.map((row) => [
      ++sn,
      ...row.map((cell, place) => (days.has(place) ? showDay(cell as string | null) : (cell as Cell))),
    ])
}
