import { messages } from '#features/clusters/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import { type ClusterRow, lockedCluster } from './change-queries.ts'
import { lockClusters } from './fold-queries.ts'
import { findCluster, locateCluster } from './queries.ts'
import { seenBy } from './read-clusters.ts'

/**
 * A cluster as the person saw it, with the clusters of its company locked until the transaction ends: of two people who
 * change it at once the second one gets a 409. Throws 404 for an unknown id.
 */
export async function openCluster(db: Db, id: string, version: number): Promise<ClusterRow> {
  const located = await locateCluster(db, id)
  if (!located) throw notFound()
  await lockClusters(db, located.companyId)
  const cluster = await lockedCluster(db, located.companyId, id)
  if (!cluster) throw notFound()
  if (cluster.isJoined) throw new Problem(409, messages.joinedAlready)
  if (cluster.version !== version) throw new Problem(409, messages.changedSince)
  return cluster
}

/** The name of a cluster as this member of staff sees it; undefined with fewer than two findings. */
export async function nameOfCluster(
  db: Db,
  session: Session,
  { companyId, id }: Pick<ClusterRow, 'companyId' | 'id'>,
): Promise<string | undefined> {
  return (await findCluster(db, seenBy(session), { companyId, id }))?.name
}

/** Writes the line of the data log about a change that a person made to a cluster (G106); `name`: before the change. */
export function logClusterChange(
  db: Db,
  session: Session,
  { id, companyId }: Pick<ClusterRow, 'companyId' | 'id'>,
  { name, what, total }: { name: string | undefined; what: string; total: number },
): Promise<void> {
  const subject = partsSubject(name, what)
  return logDataChange(db, session, { type: 'update', model: 'Cluster', total, subject, recordId: id, companyId })
}
