import { z } from 'zod'
import type { Db } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { approved, awaitingApproval } from '#vocabulary/statuses.ts'
import { messages } from '#features/findings/messages.ts'
import { changeStatus } from './change-status.ts'
import { checkModule, checkScope, idIn, platformNamed } from './claims.ts'
import { logMovedFindings, statusChange } from './log-subject.ts'
import { undoableApprovals } from './status-queries.ts'
import { type Scope, visible } from './visible.ts'

/** How long a bulk approval can be undone, in seconds. */
const undoSeconds = 10

type Input = {
  recordIds: readonly { id: string; company?: unknown; brand?: unknown }[]
  module?: string | undefined
  platform?: string | undefined
}
type Outcome = { message: string; updated: number; skipped: number }

/**
 * Moves up to 20,000 findings from 33 to 22, with one log entry each (G46). Rows no longer in 33 are skipped, so a
 * double click is harmless; 409 when none changed. One id outside the caller's scope: 404, and nothing changes; a
 * company or brand outside it is 403, another platform or module than that of the findings 422.
 */
export async function approveFindings(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  { recordIds, module, platform: platformName }: Input,
): Promise<Outcome> {
  if (platformName && platformNamed(platformName) !== platform) throw invalid({ platform: messages.platformNotValid })
  checkModule(platform, module)
  const ids = distinctIds(recordIds.map(({ id }) => id))
  const { found, moved, brands } = await changeStatus(db, {
    platform,
    scope: narrowedToCompanies(visible(platform, session), recordIds),
    actor: session,
    module: 'bulk-approve',
    moves: ids.map((id) => ({ id, to: approved })),
    onlyFrom: [awaitingApproval],
  })
  if (found < ids.length) throw notFound()
  for (const { company, brand } of recordIds) checkScope(session, idIn(company), idIn(brand))
  if (moved === 0) throw new Problem(409, messages.statusStale)
  await logMovedFindings(db, session, { platform, moved, brands, changes: statusChange(awaitingApproval, approved) })
  return { message: messages.approved, updated: moved, skipped: ids.length - moved }
}

/** Undoes the caller's own bulk approval of the last ten seconds for rows not changed since; 409 without any. */
export async function undoApproval(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  recordIds: readonly { id: string }[],
): Promise<Outcome> {
  const ids = distinctIds(recordIds.map(({ id }) => id))
  const mine = await undoableApprovals(db, session.userId, ids, undoSeconds)
  const { moved, brands } = await changeStatus(db, {
    platform,
    scope: visible(platform, session),
    actor: session,
    module: 'bulk-approve',
    moves: mine.map((id) => ({ id, to: awaitingApproval })),
    onlyFrom: [approved],
  })
  if (moved === 0) throw new Problem(409, messages.statusStale)
  await logMovedFindings(db, session, { platform, moved, brands, changes: statusChange(approved, awaitingApproval) })
  return { message: messages.undone, updated: moved, skipped: ids.length - moved }
}

/** Staff see every company; when every row names its company, only those companies are searched. */
function narrowedToCompanies(scope: Scope, recordIds: readonly { company?: unknown }[]): Scope {
  if (scope.companyIds !== undefined) return scope
  const companyIds = new Set(recordIds.map((record) => String(record.company ?? '').toLowerCase()))
  return [...companyIds].every((id) => uuid.test(id)) ? { ...scope, companyIds: [...companyIds] } : scope
}

const uuid = z.regexes.uuid()
