import type { FastifyReply } from 'fastify'
import { partsSubject } from '#vocabulary/data-log.ts'
import type { Db, Sql } from './db.ts'
import { loggedRows } from './logged-rows.ts'
import { Problem } from './problem.ts'
import { rowsOf } from './rows-of.ts'
import { disconnectSignal, noRows, sendSheet } from './send-sheet.ts'
import type { ReadConnection } from './replica.ts'
import type { Session } from './session.ts'
import { type Cell, fileNameOf, type SheetFormat } from './sheets.ts'

/** The maximum number of rows of a log as a file: the limit of one worksheet. */
const maxRows = 1_000_000

const tooMany = 'More than 1,000,000 entries. Choose fewer days or further filters.'

type Log = {
  /** Name of the file without its ending. */
  name: string
  format: SheetFormat
  heads: readonly string[]
  /** What the log was narrowed to, in words, for the data log. */
  narrowedTo: readonly (string | null | undefined)[]
  companyId?: string | undefined
  /** Its rows; undefined: there are none. */
  rows: { count: (upTo: number) => Promise<number>; statement: (max: number) => Sql } | undefined
  /** The cells of a row after its number. */
  cells: (row: unknown[]) => Cell[]
}

/**
 * Sends the rows of a log, numbered from 1, as a streamed file, and writes into the data log who took them out (G106);
 * 422 for more than a million, before anything is sent.
 */
export async function sendLog(
  db: Db,
  connection: ReadConnection,
  { session, reply }: { session: Session; reply: FastifyReply },
  { name, format, heads, narrowedTo, companyId, rows, cells }: Log,
): Promise<FastifyReply> {
  if (rows && (await rows.count(maxRows + 1)) > maxRows) throw new Problem(422, tooMany)
  const found = rows ? rowsOf(connection, rows.statement(maxRows), disconnectSignal(reply)) : noRows()
  const change = { model: 'Log', subject: partsSubject(fileNameOf(name, format), ...narrowedTo), companyId } as const
  return sendSheet(reply, format, name, heads, numbered(loggedRows(db, session, change, found), cells))
}

async function* numbered(batches: AsyncIterable<unknown[][]>, cells: Log['cells']): AsyncGenerator<Cell[][]> {
  let rowNumber = 0
  for await (const batch of batches) yield batch.map((row) => [++rowNumber, ...cells(row)])
}
