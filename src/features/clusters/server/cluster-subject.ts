import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { findCluster, locateCluster } from './queries.ts'
import { seenBy } from './read-clusters.ts'

/** A cluster as the subject of a thread, which has several brands and platforms. */
export type ClusterSubject = {
  kind: 'cluster'
  id: string
  companyId: string
  brandId: null
  brand: ''
  platform: ''
  title: string
}

/** A cluster that the person may see; undefined otherwise. One that was joined into another is that other one. */
export async function clusterSubject(db: Db, session: Session, id: string): Promise<ClusterSubject | undefined> {
  const located = await locateCluster(db, id)
  const cluster = located && (await findCluster(db, seenBy(session), located))
  if (!cluster) return undefined
  const { companyId } = located
  return { kind: 'cluster', id: cluster.id, companyId, brandId: null, brand: '', platform: '', title: cluster.name }
}
