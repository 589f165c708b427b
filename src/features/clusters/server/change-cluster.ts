import { messages } from '#features/clusters/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { type ClusterRow, lockedCluster } from './change-queries.ts'
import { lockClusters } from './fold-queries.ts'
import { locateCluster } from './queries.ts'

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
