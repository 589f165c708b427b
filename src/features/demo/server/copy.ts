import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { copyCell } from '#kit/server/copy-text.ts'

export type Cell = string | number | boolean | Date | null | undefined | readonly string[]

/** Writes rows with COPY, the fastest way into PostgreSQL. Table and columns come from our source, never from input. */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const target = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunks(rows)), target)
}

function* chunks(rows: Iterable<readonly Cell[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(encodeCell).join('\t')}\n`
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}

/** A cell in COPY's text format, also of an instant or of a list of texts; undefined is null. */
function encodeCell(cell: Cell): string {
  if (cell === undefined) return copyCell(null)
  if (cell instanceof Date) return copyCell(cell.toISOString())
  if (typeof cell === 'object' && cell !== null)
    return copyCell(`{${cell.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
  return copyCell(cell)
}
