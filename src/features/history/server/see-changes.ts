import { readFindings } from '#features/findings/server/read-finding.ts'
import { undoableModules } from '#features/findings/server/undoable-change.ts'
import type { LinkTo } from '#kit/server/files.ts'
import type { SeenChange } from '#features/history/contract.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { changesOfFinding } from './change-queries.ts'

/**
 * Every change of the status of a finding, newest first. A Client does not learn the names of staff. 404 outside the
 * caller's scope.
 */
export async function seeChanges(
  db: Db,
  session: Session,
  { id, platform: name, linkTo }: { id: string; platform: string; linkTo: LinkTo },
): Promise<{ changes: SeenChange[] }> {
  const platform = platformOf(name)
  const [finding] = platform ? (await readFindings(db, session, { platform, ids: [id], linkTo })).docs : []
  if (!finding) throw notFound()
  const found = await changesOfFinding(db, { companyId: finding.company.id, id })
  return {
    changes: found.map(({ userId, username, role, isLatest, moment, ...change }) => ({
      ...change,
      by: userId === null ? null : isStaff(session) || role === 'Client' ? username : '',
      moment: isLatest && userId === session.userId && undoableModules.includes(change.module) ? moment : null,
    })),
  }
}
