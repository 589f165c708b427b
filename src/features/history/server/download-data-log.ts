import type { FastifyReply } from 'fastify'
import type { history } from '#features/history/contract.ts'
import { dataLogHeads, dataLogVerb, messages } from '#features/history/messages.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { loggedRows } from '#kit/server/logged-rows.ts'
import { Problem } from '#kit/server/problem.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal, sendSheet } from '#kit/server/send-sheet.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { type Cell, fileNameOf } from '#kit/server/sheets.ts'
import { type FieldChange, partsSubject } from '#vocabulary/data-log.ts'
import { showDay, showDayOf, showTime } from '#vocabulary/dates.ts'
import { conditionOf, dataLogToDownload, linesWhere } from './data-log-queries.ts'
import { maxRows } from './download-log.ts'

type Input = HandlerInput<typeof history.downloadDataLog>

/** The matching lines of the data log as a streamed file; more than a million are rejected with 422. */
export async function downloadDataLog(
  app: Pick<AppContext, 'readConnection' | 'settings' | 'db'>,
  session: Session,
  { format, ...filters }: Input,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const zone = app.settings.businessZone
  const readConnection = await app.readConnection()
  const where = await conditionOf(readConnection.db, { ...filters, zone })
  if ((await linesWhere(readConnection.db, where, maxRows + 1)) > maxRows)
    throw new Problem(422, messages.tooManyToDownload)
  const found = rowsOf(readConnection, dataLogToDownload(where, maxRows), disconnectSignal(reply))
  const change = {
    model: 'Log',
    subject: subjectOf(filters, fileNameOf(fileName, format)),
    companyId: filters.company,
  } as const
  return sendSheet(reply, format, fileName, dataLogHeads, lines(loggedRows(app.db, session, change, found), zone))
}

const fileName = 'data-log'

/** The file, and what the log was narrowed to. */
const subjectOf = ({ type, person, model, startDate, endDate, subject }: Omit<Input, 'format'>, file: string): string =>
  partsSubject(
    file,
    startDate && `from ${showDay(startDate)}`,
    endDate && `to ${showDay(endDate)}`,
    type && dataLogVerb(type),
    model,
    person,
    subject,
  )

async function* lines(batches: AsyncIterable<unknown[][]>, zone: string): AsyncGenerator<Cell[][]> {
  let rowNumber = 0
  for await (const batch of batches)
    yield batch.map((cells) => {
      const [at, name, username, type, model, total, company, subject, recordId, changes] = cells
      return [
        ++rowNumber,
        `${showDayOf(at as string, zone)} ${showTime(at as string, zone)}`,
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
    })
}

/** The fields of a change in one cell, one a line: 'Blocked: No → Yes'. */
const changesText = (changes: readonly FieldChange[]): string =>
  changes.map(({ field, before, after }) => `${field}: ${before || '–'} → ${after || '–'}`).join('\n')
