import type { FastifyReply } from 'fastify'
import type { history } from '#features/history/contract.ts'
import { dataLogHeads, dataLogVerb } from '#features/history/messages.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { sendLog } from '#kit/server/send-log.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { FieldChange } from '#vocabulary/data-log.ts'
import { showDay, showMoment } from '#vocabulary/dates.ts'
import { conditionOf, dataLogToDownload, linesWhere } from './data-log-queries.ts'

type Input = HandlerInput<typeof history.downloadDataLog>

/** The matching lines of the data log as a streamed file; more than a million are rejected with 422. */
export async function downloadDataLog(
  app: Pick<AppContext, 'readConnection' | 'settings' | 'db'>,
  call: { session: Session; reply: FastifyReply },
  { format, ...filters }: Input,
): Promise<FastifyReply> {
  const zone = app.settings.businessZone
  const readConnection = await app.readConnection()
  const where = await conditionOf(readConnection.db, { ...filters, zone })
  return sendLog(app.db, readConnection, call, {
    name: 'data-log',
    format,
    heads: dataLogHeads,
    narrowedTo: filtersInWords(filters),
    companyId: filters.company,
    rows: {
      count: (upTo) => linesWhere(readConnection.db, where, upTo),
      statement: (max) => dataLogToDownload(where, max),
    },
    cells: (row) => {
      const [at, name, username, type, model, total, company, subject, recordId, changes] = row
      return [
        showMoment(at as string, zone),
        name as string,
        username as string,
        dataLogVerb(type as string),
        model as string,
        total as number,
        company as string,
        subject as string,
        recordId as string,
        changesText(changes as FieldChange[]),
      ]
    },
  })
}

const filtersInWords = ({ type, person, model, startDate, endDate, subject }: Omit<Input, 'format'>) => [
  startDate && `from ${showDay(startDate)}`,
  endDate && `to ${showDay(endDate)}`,
  type && dataLogVerb(type),
  model,
  person,
  subject,
]

/** The fields of a change in one cell, one a line: 'Blocked: No → Yes'. */
const changesText = (changes: readonly FieldChange[]): string =>
  changes.map(({ field, before, after }) => `${field}: ${before || '–'} → ${after || '–'}`).join('\n')
