import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { downloadCap, type ListInput } from '#features/findings/contract.ts'
import { headerOf } from '#columns/sheet.ts'
import { Problem } from '#kit/server/problem.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { type Cell, sheetBytes, type SheetFormat, sheetFormats } from '#kit/server/sheets.ts'
import type { House } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { showDay } from '#vocabulary/dates.ts'
import { messages } from '#features/findings/messages.ts'
import { questionOf, totalOf } from './list-findings.ts'
import { findingsToDownload } from './queries.ts'

export type DownloadInput = ListInput & { type: SheetFormat; sellerName?: string | undefined }

type Download = {
  session: Session
  platform: Platform
  input: DownloadInput
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * The findings asked for as a CSV or Excel file of the platform's download columns, streamed. More than 25,000 are
 * refused before anything is sent (C-246). A reader who goes away ends the query.
 */
export async function downloadFindings(
  house: Pick<House, 'pool' | 'db' | 'settings'>,
  { session, platform, input, request, reply }: Download,
): Promise<FastifyReply> {
  const question = await questionOf(house.db, session, platform, input, house.settings.businessZone)
  const seller = input.sellerName?.trim()
  const asked = seller ? { ...question, seller } : question
  if ((await totalOf(house.db, asked, downloadCap + 1)) > downloadCap)
    throw new Problem(422, messages.tooManyToDownload)
  const gone = goneSignal(request)
  const lines = cellsOf(platform, rowsOf(house, findingsToDownload(asked, downloadCap), gone))
  const name = seller ? 'unique-seller' : platform.downloadName
  return sendSheet(reply, input.type, name, headerOf(platform.downloaded), lines)
}

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
export function goneSignal(request: FastifyRequest): AbortSignal {
  const gone = new AbortController()
  request.raw.socket?.once('close', () => gone.abort())
  return gone.signal
}

/** Numbers the rows and shows their cells: days as DD/MM/YYYY, a missing value as an empty cell. */
async function* cellsOf(platform: Platform, batches: AsyncIterable<unknown[][]>): AsyncGenerator<Cell[][]> {
  const days = new Set(
    platform.downloaded.flatMap((name, place) => (platform.columns[name]!.kind === 'day' ? [place] : [])),
  )
  let sn = 0
  for await (const batch of batches)
    yield batch.map((row) => [
      ++sn,
      ...row.map((cell, place) => (days.has(place) ? showDay(cell as string | null) : (cell as Cell))),
    ])
}
