import type { FastifyReply } from 'fastify'
import type { history } from '#features/history/contract.ts'
import { logHeads, messages } from '#features/history/messages.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { loggedRows } from '#kit/server/logged-rows.ts'
import { Problem } from '#kit/server/problem.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal, noRows, sendSheet } from '#kit/server/send-sheet.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { type Cell, fileNameOf } from '#kit/server/sheets.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import { showDay, showDayOf, showTime } from '#vocabulary/dates.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { type LogQuery, logToDownload, numberOfLogRows } from './queries.ts'
import { queryOf, searchOf } from './search-log.ts'

/** The maximum number of rows: the limit of one worksheet. */
export const maxRows = 1_000_000

/** The matching changes as a streamed file; more than a million are rejected with 422 before anything is sent. */
export async function downloadLog(
  app: Pick<AppContext, 'readConnection' | 'settings' | 'db'>,
  session: Session,
  input: HandlerInput<typeof history.download>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const zone = app.settings.businessZone
  const readConnection = await app.readConnection()
  const query = queryOf(input, zone)
  const search = await searchOf(readConnection.db, query)
  if (search && (await numberOfLogRows(readConnection.db, search, maxRows + 1)) > maxRows)
    throw new Problem(422, messages.tooManyToDownload)
  const found = search ? rowsOf(readConnection, logToDownload(search, maxRows), disconnectSignal(reply)) : noRows()
  const change = {
    model: 'Log',
    subject: subjectOf(query, fileNameOf('log', input.type)),
    companyId: query.company,
  } as const
  return sendSheet(reply, input.type, 'log', logHeads, lines(loggedRows(app.db, session, change, found), zone))
}

/** The file, its days, and what else the log was narrowed to. */
const subjectOf = ({ range, platform, module, username, terms, from, to }: LogQuery, file: string): string =>
  partsSubject(
    file,
    `${showDay(range.startDate)} – ${showDay(range.endDate)}`,
    module ?? platform,
    username,
    ...terms,
    from && `from ${statusDisplay(from).name}`,
    to && `to ${statusDisplay(to).name}`,
  )

async function* lines(batches: AsyncIterable<unknown[][]>, zone: string): AsyncGenerator<Cell[][]> {
  let rowNumber = 0
  for await (const batch of batches)
    yield (batch as string[][]).map(([company, brand, platform, module, username, term, at, from, to]) => [
      ++rowNumber,
      company!,
      brand!,
      platform!,
      module!,
      username!,
      term!,
      `${showDayOf(at!, zone)} ${showTime(at!, zone)}`,
      from ? statusDisplay(from).name : '',
      statusDisplay(to!).name,
    ])
}
