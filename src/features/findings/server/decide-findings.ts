import { z } from 'zod'
import type { DecisionReport } from '#features/findings/contract-schemas.ts'
import { messages } from '#features/findings/messages.ts'
import { isEmpty } from '#columns/column.ts'
import type { Db } from '#kit/server/db.ts'
import { momentOf } from '#kit/server/moment.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { FieldChange } from '#vocabulary/data-log.ts'
import { rowChoices } from '#vocabulary/status-moves.ts'
import { approved, readStatus, type StatusCode, statusDisplay } from '#vocabulary/statuses.ts'
import { changeStatus } from './change-status.ts'
import { logMovedFindings, statusChange } from './log-subject.ts'
import { type DecidedFinding, findingsToDecide } from './status-queries.ts'
import { visible } from './visible.ts'

type Row = { row: number; recordId?: unknown; recordVersion?: unknown; decision?: unknown }
type DecideInput = { rows: readonly Row[]; apply: boolean; changes?: number | undefined }
type Outcome = DecisionReport['rows'][number]

/** Maximum number of rows in a report. */
const maxReportedRows = 1000

/**
 * Previews or applies a decision sheet: rows without a decision are left unchanged; rows that are unknown, changed
 * since the sheet was downloaded, repeated or not allowed are reported as rejected. With `apply` the other rows change
 * in one transaction, if their number is the one the person confirmed; otherwise 409 with a new report.
 */
export async function decideFindings(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  { rows, apply, changes }: DecideInput,
): Promise<DecisionReport> {
  const scope = visible(platform, session)
  const decided = rows.filter(({ decision }) => !isEmpty(decision))
  const rowNumbers = rowNumbersById(decided)
  const ids = [...rowNumbers.keys()].filter((id) => uuid.test(id))
  const found = new Map((await findingsToDecide(db, scope, ids, apply)).map((finding) => [finding.id, finding]))
  const outcomes = decided.map((row) => outcomeOf(session, platform, row, { rowNumbers, found }))
  const moves = outcomes.flatMap(({ id, to, outcome }) => (outcome === 'change' ? [{ id, to: to! }] : []))
  const report = reportOf(outcomes, rows.length - decided.length)
  if (!apply) return report
  if (moves.length !== changes || moves.length === 0)
    throw new Problem(409, messages.decisionsMoved(moves.length), {
      extra: { report: { ...report, message: messages.decisionsMoved(moves.length) } },
    })
  const { moved, brands } = await changeStatus(db, { platform, scope, actor: session, module: 'bulk-approve', moves })
  await logMovedFindings(db, session, { platform, moved, brands, changes: movedStatuses(outcomes) })
  const message = messages.decisionsDone(moved, report.refused)
  return { ...report, applied: true, message, moment: await momentOf(db) }
}

/** The statuses that a sheet changed, each pair once. */
function movedStatuses(outcomes: readonly RowOutcome[]): FieldChange[] {
  const pairs = outcomes.flatMap(({ outcome, from, to }) => (outcome === 'change' ? [[from!, to!] as const] : []))
  return [...new Map(pairs.map(([from, to]) => [`${from} ${to}`, statusChange(from, to)])).values()].flat()
}

const uuid = z.regexes.uuid()

/** A cell as text; empty for anything but texts and numbers. */
const textOf = (cell: unknown): string =>
  typeof cell === 'string' ? cell.slice(0, 100).trim() : typeof cell === 'number' ? String(cell) : ''
const idOf = ({ recordId }: Row): string => textOf(recordId).toLowerCase()

/** The row numbers in which each id appears. */
function rowNumbersById(rows: readonly Row[]): Map<string, number[]> {
  const rowNumbers = new Map<string, number[]>()
  for (const row of rows) {
    const before = rowNumbers.get(idOf(row))
    if (before) before.push(row.row)
    else rowNumbers.set(idOf(row), [row.row])
  }
  return rowNumbers
}

type Lookups = { rowNumbers: ReadonlyMap<string, number[]>; found: ReadonlyMap<string, DecidedFinding> }
type RowOutcome = Omit<Outcome, 'outcome'> & { id: string; outcome: Outcome['outcome'] | 'same' }

function outcomeOf(
  session: Session,
  platform: FindingPlatformDefinition,
  row: Row,
  { rowNumbers, found }: Lookups,
): RowOutcome {
  const id = idOf(row)
  const finding = found.get(id)
  const from = finding?.status ?? null
  const refused = (reason: string): RowOutcome => ({ id, row: row.row, outcome: 'refused', from, to: null, reason })
  if (!finding) return refused(messages.unknownRecord)
  const rows = rowNumbers.get(id) ?? []
  if (rows.length > 1) return refused(messages.repeatedRecord(rows.slice(0, 10)))
  const version = textOf(row.recordVersion)
  if (!/^\d{1,9}$/.test(version)) return refused(messages.noVersion)
  const { name } = statusDisplay(finding.status)
  if (Number(version) !== finding.version) return refused(messages.changedSince(name))
  const choices = rowChoices(session.role, platform.value, finding.status)
  if (choices.length === 0) return refused(messages.notYours(name))
  const to = readDecision(row.decision)
  if (to === undefined || !choices.includes(to)) return refused(messages.decisionNotValid(namesOf(choices)))
  return { id, row: row.row, outcome: to === finding.status ? 'same' : 'change', from, to, reason: '' }
}

/** The status of a decision: 'Approve', or a status by its name or code. */
function readDecision(cell: unknown): StatusCode | undefined {
  const text = textOf(cell)
  return text.toLowerCase() === 'approve' ? approved : readStatus(text)
}

const namesOf = (choices: readonly StatusCode[]): string => choices.map(decisionName).join(', ')

/** The text of a decision in a sheet. */
export const decisionName = (code: StatusCode): string => (code === approved ? 'Approve' : statusDisplay(code).name)

function reportOf(outcomes: readonly RowOutcome[], undecided: number): DecisionReport {
  const withOutcome = (outcome: RowOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome)
  const [refused, changed] = [withOutcome('refused'), withOutcome('change')]
  return {
    message: outcomes.length === 0 ? messages.noDecision : messages.decisionsWould(changed.length, refused.length),
    applied: false,
    changed: changed.length,
    same: withOutcome('same').length,
    undecided,
    refused: refused.length,
    rows: [...refused, ...changed]
      .slice(0, maxReportedRows)
      .map(({ row, outcome, from, to, reason }) => ({ row, outcome: outcome as Outcome['outcome'], from, to, reason })),
  }
}
