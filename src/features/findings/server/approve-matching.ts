import type { ListInput } from '#features/findings/contract-schemas.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { countedSubject } from '#vocabulary/data-log.ts'
import { approved, awaitingApproval, readStatus } from '#vocabulary/statuses.ts'
import { messages } from '#features/findings/messages.ts'
import { undoBulkChange, changeMatching } from './change-status.ts'
import { findingQueryOf } from './list-findings.ts'
import { logMovedFindings, statusChange } from './log-subject.ts'
import { visible } from './visible.ts'

/** The Undo button is shown for ten seconds after the response; the time of the approval itself is added. */
const undoSeconds = 40

/** A list query with the number of rows the person confirmed. */
export type MatchingInput = ListInput & { count: number }

/**
 * Approves everything a list in Awaiting Approval matches, with one log entry each, in one statement. `count` is the
 * number the person confirmed: 409 with `matching`, and nothing changes, when the list now has another number of rows.
 */
export async function approveMatching(
  db: Db,
  session: Session,
  { platform, input, zone }: { platform: FindingPlatformDefinition; input: MatchingInput; zone: string },
): Promise<{ message: string; updated: number; moment: string }> {
  if (!isAwaitingApprovalOnly(input)) throw invalid({ status: messages.onlyAwaiting })
  const query = await findingQueryOf(db, session, platform, input, zone)
  const change = { query, module: 'bulk-approve', to: approved, count: input.count } as const
  const { found, moved, brands, moment } = await changeMatching(db, session, change)
  if (found !== input.count) throw new Problem(409, messages.listChanged(found), { extra: { matching: found } })
  await logMovedFindings(db, session, { platform, moved, brands, changes: statusChange(awaitingApproval, approved) })
  return { message: messages.approved, updated: moved, moment }
}

/** A notification's records may have any status, so a list of them cannot be approved as a whole. */
function isAwaitingApprovalOnly({ filters: { status }, notification }: ListInput): boolean {
  if (notification !== undefined || status?.search !== 'many') return false
  return status.values.length > 0 && status.values.every((text) => readStatus(text) === awaitingApproval)
}

/**
 * Undoes the caller's own approval of a list or decision sheet, identified by its moment, for the rows that were not
 * changed since; 409 when there are none.
 */
export async function undoMatching(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  moment: string,
): Promise<{ message: string; updated: number }> {
  const scope = visible(platform, session)
  const updated = await undoBulkChange(db, session, { platform, scope, moment, seconds: undoSeconds })
  if (updated === 0) throw new Problem(409, messages.statusStale)
  await logDataChange(db, session, {
    type: 'update',
    model: platform.model,
    total: updated,
    subject: countedSubject(updated, platform.title, messages.undoneInLog),
  })
  return { message: messages.undone, updated }
}
