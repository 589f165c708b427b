import { changeStagedStatuses } from '#features/findings/server/change-status.ts'
import { seesNothing, visible } from '#features/findings/server/visible.ts'
import { messages } from '#features/clusters/messages.ts'
import { movableFrom } from '#features/clusters/rules.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { type Db, sql } from '#kit/server/db.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { momentNow, takeDecideTurn } from './change-queries.ts'
import { countToDecide, memberIds } from './member-queries.ts'
import { addEvents } from './move-queries.ts'
import { findCluster, locateCluster } from './queries.ts'
import { seenBy } from './read-clusters.ts'

type Decision = { id: string; status: string; count: number }

/**
 * Gives all open findings of a cluster that the person may move one status, with one log entry each. `count` is the
 * number the person confirmed: 409 with `matching`, and nothing changes, when it would be another now; 409 too while
 * somebody else decides. `moment` undoes it, as a bulk approval.
 */
export async function decideCluster(
  db: Db,
  session: Session,
  { id, status, count }: Decision,
): Promise<{ message: string; updated: number; moment: string; platforms: string[] }> {
  const located = await locateCluster(db, id)
  const cluster = located && (await findCluster(db, seenBy(session), located))
  if (!located || !cluster) throw notFound()
  const { companyId } = located
  if (!(await takeDecideTurn(db, located.id))) throw new Problem(409, messages.beingDecided)
  const parts = platforms.flatMap((platform) => {
    const onlyFrom = movableFrom(session.role, platform.value, status)
    const scope = visible(platform, session, isStaff(session) ? { clientCompanyId: companyId } : {})
    return onlyFrom.length === 0 || seesNothing(scope) ? [] : [{ platform, scope, onlyFrom }]
  })
  // Counted before anything is locked: a wrong number costs others nothing.
  refuseOther(count, await countToDecide(db, located, parts))
  let updated = 0
  const changed: string[] = []
  for (const { platform, scope, onlyFrom } of parts) {
    const { moved } = await changeStagedStatuses(db, {
      platform,
      scope,
      actor: session,
      module: 'bulk-approve',
      wanted: sql`(select id, ${status}::text as status_to from (${memberIds(companyId, located.id)}) members)`,
      onlyFrom,
    })
    if (moved === 0) continue
    updated += moved
    changed.push(platform.value)
    await logDataChange(db, session, { type: 'update', model: platform.model, total: moved })
  }
  refuseOther(count, updated)
  await addEvents(db, companyId, [
    {
      type: 'decided',
      clusterId: located.id,
      what: statusDisplay(status).name,
      findings: updated,
      userId: session.userId,
    },
  ])
  return { message: messages.decided(updated), updated, moment: await momentNow(db), platforms: changed }
}

/** Throws 409 with the present number unless it is the confirmed one. */
function refuseOther(count: number, matching: number): void {
  if (matching === count) return
  const message = matching === 0 ? messages.noneToDecide : messages.countChanged(matching)
  throw new Problem(409, message, { extra: { matching } })
}
