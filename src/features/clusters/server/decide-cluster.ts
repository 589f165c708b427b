import type { BulkDecision } from '#features/findings/contract-schemas.ts'
import { decideOnCluster, isClusterBeingDecided } from '#features/findings/server/begin-decisions.ts'
import { seesNothing, visible } from '#features/findings/server/visible.ts'
import { messages } from '#features/clusters/messages.ts'
import { movableFrom } from '#features/clusters/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { momentOf } from '#kit/server/moment.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import { statusDisplay, type StatusCode } from '#vocabulary/statuses.ts'
import { takeDecideTurn } from './change-queries.ts'
import { countToDecide, isMember } from './member-queries.ts'
import { addEvents } from './move-queries.ts'
import { findCluster, locateCluster } from './queries.ts'
import { seenBy } from './read-clusters.ts'

type Decision = { id: string; status: string; count: number }

/**
 * Gives all open findings of a cluster that the person may move one status, as decisions on many findings: one for each
 * platform, the first batches at once and the others in the worker. `count` is the number the person confirmed: 409 with
 * `matching`, and nothing changes, when it would be another now; 409 too while a decision on this cluster is being
 * applied or undone. `updated` is how many have changed so far, at `moment`.
 */
export async function decideCluster(
  db: Db,
  session: Session,
  { id, status, count }: Decision,
): Promise<{ message: string; updated: number; moment: string; platforms: string[]; decisions: BulkDecision[] }> {
  const located = await locateCluster(db, id)
  const cluster = located && (await findCluster(db, seenBy(session), located))
  if (!located || !cluster) throw notFound()
  const { companyId, id: clusterId } = located
  if (!(await takeDecideTurn(db, clusterId)) || (await isClusterBeingDecided(db, clusterId)))
    throw new Problem(409, messages.beingDecided)
  const parts = platforms.flatMap((platform) => {
    const onlyFrom = movableFrom(session.role, platform.value, status)
    const scope = visible(platform, session, isStaff(session) ? { clientCompanyId: companyId } : {})
    return onlyFrom.length === 0 || seesNothing(scope)
      ? []
      : [
          {
            platform,
            scope: { ...scope, companyIds: [companyId] },
            onlyFrom,
            condition: [isMember(companyId, clusterId)],
          },
        ]
  })
  // Counted before anything is stored: a wrong number costs others nothing.
  const counted = await countToDecide(db, located, parts)
  refuseOther(
    count,
    counted.reduce((sum, { n }) => sum + n, 0),
  )
  const { decisions, isDone, total } = await decideOnCluster(db, session, {
    clusterId,
    to: status as StatusCode,
    parts: parts.filter(({ platform }) => counted.some((one) => one.platform === platform.value)),
  })
  refuseOther(count, total)
  const what = statusDisplay(status).name
  await addEvents(db, companyId, [{ type: 'decided', clusterId, what, findings: total, userId: session.userId }])
  const updated = decisions.reduce((sum, { changed }) => sum + changed, 0)
  return {
    message: isDone ? messages.decided(updated) : messages.deciding(total),
    updated,
    moment: await momentOf(db),
    platforms: decisions.filter(({ changed }) => changed > 0).map(({ platform }) => platform),
    decisions,
  }
}

/** Throws 409 with the present number unless it is the confirmed one. */
function refuseOther(count: number, matching: number): void {
  if (matching === count) return
  const message = matching === 0 ? messages.noneToDecide : messages.countChanged(matching)
  throw new Problem(409, message, { extra: { matching } })
}
