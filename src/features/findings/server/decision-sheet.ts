import type { FastifyReply } from 'fastify'
import { headerOf } from '#columns/sheet.ts'
import { decisionColumns, downloadCap, type ListInput } from '#features/findings/contract.ts'
import { messages } from '#features/findings/messages.ts'
import { sql } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { goneSignal, numberedLines, sendSheet } from '#kit/server/send-sheet.ts'
import type { House } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { Cell } from '#kit/server/sheets.ts'
import type { Platform } from '#platforms/platform.ts'
import { statusLook } from '#vocabulary/statuses.ts'
import { questionOf, totalOf } from './list-findings.ts'
import { findingsToDownload } from './queries.ts'

type Asking = { session: Session; platform: Platform; input: ListInput; reply: FastifyReply }

/**
 * A list as Excel with an empty Decision column in front, statuses by name, id and version at the end: the sheet that
 * `decideFindings` takes back. More than 25,000 rows are refused before anything is sent.
 */
export async function sendDecisionSheet(
  house: Pick<House, 'pool' | 'db' | 'settings'>,
  { session, platform, input, reply }: Asking,
): Promise<FastifyReply> {
  const question = await questionOf(house.db, session, platform, input, house.settings.businessZone)
  if ((await totalOf(house.db, question, downloadCap + 1)) > downloadCap)
    throw new Problem(422, messages.tooManyToDownload)
  const traced = { recordId: sql.ref('f.id'), recordVersion: sql`f.version::int` }
  const names = [...platform.downloaded, ...Object.keys(traced)]
  const besides = { names: Object.keys(traced), columns: decisionColumns, cells: Object.values(traced), join: sql`` }
  const statement = findingsToDownload(question, downloadCap, besides)
  const found = rowsOf(house, statement, goneSignal(reply))
  const lines = numberedLines({ ...platform.columns, ...decisionColumns }, names, found)
  const [sn, ...rest] = headerOf(names)
  return sendSheet(
    reply,
    'excel',
    `${platform.downloadName}-decisions`,
    [sn!, 'decision', ...rest],
    withDecision(lines, 1 + platform.downloaded.indexOf('status')),
  )
}

/** Puts the empty cell behind the number, and names the status. */
async function* withDecision(batches: AsyncIterable<Cell[][]>, status: number): AsyncGenerator<Cell[][]> {
  for await (const batch of batches)
    yield batch.map(([sn, ...cells]) => {
      if (status > 0) cells[status - 1] = statusLook(String(cells[status - 1])).name
      return [sn!, null, ...cells]
    })
}
