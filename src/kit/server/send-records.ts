import type { FastifyReply } from 'fastify'
import type { Columns } from '#columns/column.ts'
import type { DataModel } from '#vocabulary/data-log.ts'
import type { Sql } from './db.ts'
import { loggedRows } from './logged-rows.ts'
import { rowsOf } from './rows-of.ts'
import { disconnectSignal, sendImportSheet } from './send-sheet.ts'
import type { AppContext } from './serve.ts'
import type { Session } from './session.ts'
import { fileNameOf } from './sheets.ts'

type Records = {
  /** Name of the file without its ending. */
  name: string
  model: DataModel
  sheet: { columns: Columns; imported: readonly string[] }
  /** Cells in the order of `imported`. */
  statement: Sql
}

/** Sends all records of a kind as the Excel sheet that an import reads; who took them out is in the data log (G106). */
export function sendRecords(
  app: Pick<AppContext, 'db' | 'pool'>,
  { session, reply }: { session: Session; reply: FastifyReply },
  { name, model, sheet, statement }: Records,
): FastifyReply {
  const change = { model, subject: fileNameOf(name, 'excel') }
  const found = rowsOf(app, statement, disconnectSignal(reply))
  return sendImportSheet(reply, name, sheet, loggedRows(app.db, session, change, found))
}
