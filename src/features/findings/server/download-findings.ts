import type { FastifyReply } from 'fastify'
import { downloadCap, type ListInput } from '#features/findings/contract-schemas.ts'
import { headerOf, labelsOf } from '#columns/sheet.ts'
import { Problem } from '#kit/server/problem.ts'
import { loggedRows } from '#kit/server/logged-rows.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal, numberedLines, sendSheet } from '#kit/server/send-sheet.ts'
import { fileNameOf, type SheetFormat } from '#kit/server/sheets.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { messages } from '#features/findings/messages.ts'
import { listExport } from './list-export.ts'
import { findingQueryOf, totalOf } from './list-findings.ts'
import { type ExtraColumns, findingsToDownload } from './queries.ts'

/** A list query with the file format and, for a seller's file, the seller's name. */
export type DownloadInput = ListInput & { type: SheetFormat; sellerName?: string | undefined }

type DownloadRequest = {
  session: Session
  platform: Platform
  input: DownloadInput
  reply: FastifyReply
  /** Columns of another feature, after the platform's own. */
  extraColumns?: ExtraColumns | undefined
}

/**
 * Streams the requested findings as CSV or Excel with the platform's download columns. More than 25,000 are rejected
 * with 422 before anything is sent (C-246). When the client disconnects, the query is cancelled.
 */
export async function downloadFindings(
  app: Pick<AppContext, 'readConnection' | 'settings' | 'db'>,
  { session, platform, input, reply, extraColumns }: DownloadRequest,
): Promise<FastifyReply> {
  const readConnection = await app.readConnection()
  const listQuery = await findingQueryOf(readConnection.db, session, platform, input, app.settings.businessZone)
  const seller = input.sellerName?.trim()
  const query = seller ? { ...listQuery, seller } : listQuery
  if ((await totalOf(readConnection.db, query, downloadCap + 1)) > downloadCap)
    throw new Problem(422, messages.tooManyToDownload)
  const clientGone = disconnectSignal(reply)
  const names = [...platform.downloaded, ...(extraColumns?.names ?? [])]
  const columns = { ...platform.columns, ...extraColumns?.columns }
  const name = seller ? 'unique-seller' : platform.downloadName
  const rows = rowsOf(readConnection, findingsToDownload(query, downloadCap, extraColumns), clientGone)
  const change = await listExport(app.db, query, fileNameOf(name, input.type))
  const lines = numberedLines(columns, names, loggedRows(app.db, session, change, rows))
  // The specification names the columns of the platforms' own files (C-175 to C-179), as the API spells them.
  const isSpecified = !seller && platform.downloadName === platform.value
  return sendSheet(reply, input.type, name, isSpecified ? headerOf(names) : labelsOf(columns, names), lines)
}
