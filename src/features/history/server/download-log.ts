import type { FastifyReply } from 'fastify'
import type { history } from '#features/history/contract.ts'
import { logHeads } from '#features/history/messages.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { sendLog } from '#kit/server/send-log.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { showDay, showMoment } from '#vocabulary/dates.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { type LogQuery, logToDownload, numberOfLogRows } from './queries.ts'
import { queryOf, searchOf } from './search-log.ts'

/** The matching changes as a streamed file; more than a million are rejected with 422 before anything is sent. */
export async function downloadLog(
  app: Pick<AppContext, 'readConnection' | 'settings' | 'db'>,
  call: { session: Session; reply: FastifyReply },
  input: HandlerInput<typeof history.download>,
): Promise<FastifyReply> {
  const zone = app.settings.businessZone
  const readConnection = await app.readConnection()
  const query = queryOf(input, zone)
  const search = await searchOf(readConnection.db, query)
  return sendLog(app.db, readConnection, call, {
    name: 'log',
    format: input.type,
    heads: logHeads,
    narrowedTo: filtersInWords(query),
    companyId: query.company,
    rows: search && {
      count: (upTo) => numberOfLogRows(readConnection.db, search, upTo),
      statement: (max) => logToDownload(search, max),
    },
    cells: (row) => {
      const [company, brand, platform, module, username, term, at, from, to] = row as string[]
      return [
        company!,
        brand!,
        platformTitleOf(platform!),
        module!,
        username!,
        term!,
        showMoment(at!, zone),
        from ? statusDisplay(from).name : '',
        statusDisplay(to!).name,
      ]
    },
  })
}

/** The days, and what else the log was narrowed to. */
const filtersInWords = ({ range, platform, module = platform, username, terms, from, to }: LogQuery) => [
  `${showDay(range.startDate)} – ${showDay(range.endDate)}`,
  module && platformTitleOf(module),
  username,
  ...terms,
  from && `from ${statusDisplay(from).name}`,
  to && `to ${statusDisplay(to).name}`,
]
