import { messages } from '#features/clusters/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { logClusterChange, nameOfCluster, openCluster } from './change-cluster.ts'
import { isJoinable, nextVersion, partFromOthers } from './change-queries.ts'
import { countClusters } from './count-queries.ts'
import { addEvents } from './move-queries.ts'
import { putBack, removedBy } from './outside-queries.ts'

type PutBackInput = { id: string; version: number; eventId: string }

/**
 * Puts the findings back into a cluster that an event of its history removed and that are still outside. As when they are
 * joined, they leave other clusters of who is behind them, so that those are not joined too.
 */
export async function putBackFindings(db: Db, session: Session, input: PutBackInput): Promise<{ message: string }> {
  const cluster = await openCluster(db, input.id, input.version)
  const { id, companyId } = cluster
  const findings = await removedBy(db, cluster, input.eventId)
  if (findings.length === 0) throw new Problem(409, messages.nothingOutside)
  const name = await nameOfCluster(db, session, cluster)
  const { others } = (await isJoinable(db, companyId, id))
    ? await partFromOthers(db, companyId, { clusterId: id, findings })
    : { others: [] }
  await putBack(db, cluster, findings)
  await addEvents(db, companyId, [
    {
      type: 'put-back',
      clusterId: id,
      what: '',
      findings: findings.length,
      findingIds: findings,
      userId: session.userId,
    },
  ])
  await countClusters(db, companyId, [id, ...others])
  await nextVersion(db, companyId, id)
  const what = messages.logged.putBack(findings.length)
  await logClusterChange(db, session, cluster, { name, what, total: findings.length })
  return { message: messages.putBack(findings.length) }
}
