import type { FastifyReply } from 'fastify'
import { column } from '#columns/column.ts'
import { labelsOf } from '#columns/sheet.ts'
import { downloadCap, type ListInput } from '#features/findings/contract-schemas.ts'
import { messages } from '#features/findings/messages.ts'
import { listExport } from '#features/findings/server/list-export.ts'
import { messages as markMessages } from '#features/trademarks/messages.ts'
import { loggedRows } from '#kit/server/logged-rows.ts'
import { Problem } from '#kit/server/problem.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal, numberedLines, sendSheet } from '#kit/server/send-sheet.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { fileNameOf, type SheetFormat } from '#kit/server/sheets.ts'
import { trademark } from '#platforms/trademark.ts'
import { markQuery } from './list-marks.ts'
import { marksToDownload, numberOfMarks } from './queries.ts'

/** Filters and format of a download. */
export type MarkDownloadInput = ListInput & { type: SheetFormat }

type DownloadParams = { session: Session; input: MarkDownloadInput; reply: FastifyReply }

/** The matching marks as a file; more than 25,000 are rejected with 422 before anything is sent. */
export async function downloadMarks(
  app: Pick<AppContext, 'readConnection' | 'settings' | 'db'>,
  { session, input, reply }: DownloadParams,
): Promise<FastifyReply> {
  const query = markQuery(session, input, app.settings.businessZone)
  const readConnection = await app.readConnection()
  if ((await numberOfMarks(readConnection.db, query)) > downloadCap) throw new Problem(422, messages.tooManyToDownload)
  const name = trademark.downloadName
  const rows = rowsOf(readConnection, marksToDownload(query, downloadCap), disconnectSignal(reply))
  const change = await listExport(app.db, { ...query, platform: trademark, scope: query }, fileNameOf(name, input.type))
  const lines = numberedLines(columns, downloaded, loggedRows(app.db, session, change, rows))
  return sendSheet(reply, input.type, name, labelsOf(columns, downloaded), lines)
}

/** At the end what the status does not say: its values are those of G103. */
const columns = { ...trademark.columns, statusRemark: column(markMessages.statusRemark, 'text') }
const downloaded = [...trademark.downloaded, 'statusRemark']
