import type { FastifyReply } from 'fastify'
import { column } from '#columns/column.ts'
import { labelsOf } from '#columns/sheet.ts'
import { decisionColumns, downloadCap, type ListInput } from '#features/findings/contract-schemas.ts'
import { messages } from '#features/findings/messages.ts'
import { sql } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import { loggedRows } from '#kit/server/logged-rows.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal, numberedLines, sendSheet } from '#kit/server/send-sheet.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { type Cell, type Choices, fileNameOf } from '#kit/server/sheets.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { rowChoices } from '#vocabulary/status-moves.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { decisionName } from './decide-findings.ts'
import { listExport } from './list-export.ts'
import { findingQueryOf, totalOf } from './list-findings.ts'
import { findingsToDownload } from './queries.ts'

type SheetRequest = { session: Session; platform: FindingPlatformDefinition; input: ListInput; reply: FastifyReply }

/**
 * Sends a list as Excel with an empty Decision column in front, statuses by name, id and version at the end: the sheet
 * that `decideFindings` reads. More than 25,000 rows are 422 before anything is sent.
 */
export async function sendDecisionSheet(
  app: Pick<AppContext, 'pool' | 'db' | 'settings'>,
  { session, platform, input, reply }: SheetRequest,
): Promise<FastifyReply> {
  const query = await findingQueryOf(app.db, session, platform, input, app.settings.businessZone)
  if ((await totalOf(app.db, query, downloadCap + 1)) > downloadCap) throw new Problem(422, messages.tooManyToDownload)
  const traced = { recordId: sql.ref('f.id'), recordVersion: sql`f.version::int` }
  const names = [...platform.downloaded, ...Object.keys(traced)]
  const extraColumns = {
    names: Object.keys(traced),
    columns: decisionColumns,
    cells: Object.values(traced),
    join: sql``,
  }
  const statement = findingsToDownload(query, downloadCap, extraColumns)
  const name = `${platform.downloadName}-decisions`
  const change = await listExport(app.db, query, fileNameOf(name, 'excel'))
  const found = loggedRows(app.db, session, change, rowsOf(app, statement, disconnectSignal(reply)))
  const columns = { ...platform.columns, ...decisionColumns }
  // The status stays a code until withDecision has looked up its choices.
  const lines = numberedLines({ ...columns, status: column('Status', 'text') }, names, found)
  const [sn, ...rest] = labelsOf(columns, names)
  return sendSheet(
    reply,
    'excel',
    name,
    [sn!, decisionColumns.decision.label, ...rest],
    withDecision({ session, platform }, lines, 1 + platform.downloaded.indexOf('status')),
  )
}

/** Inserts the empty decision cell after the row number, with the choices for its row, and names the status. */
async function* withDecision(
  { session, platform }: Pick<SheetRequest, 'session' | 'platform'>,
  batches: AsyncIterable<Cell[][]>,
  status: number,
): AsyncGenerator<Cell[][]> {
  const known = new Map<string, Choices | undefined>()
  const choicesFor = (code: string) => {
    if (!known.has(code)) known.set(code, choicesOf(session, platform, code))
    return known.get(code)
  }
  for await (const batch of batches)
    yield batch.map(([sn, ...cells]) => {
      const code = String(cells[status - 1])
      cells[status - 1] = statusDisplay(code).name
      return [sn!, choicesFor(code) ?? null, ...cells]
    })
}

/** The decisions that would change a finding in this status; undefined when there are none. */
function choicesOf(session: Session, platform: FindingPlatformDefinition, from: string): Choices | undefined {
  const choices = rowChoices(session.role, platform.value, from).filter((to) => to !== from)
  return choices.length > 0 ? { choices: choices.map(decisionName) } : undefined
}
