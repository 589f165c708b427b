import type { Db } from '#kit/server/db.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { findCluster, formerIdsOf, hasHiddenFindings, locateCluster } from './queries.ts'
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
  /** It has findings that no Client of the company may see: its thread is for staff meanwhile. */
  isForStaff: boolean
  /** Clusters that were joined into it: their messages are in its thread. */
  formerIds: string[]
}

/**
 * A cluster whose thread the person may read; undefined otherwise. One that was joined into another is that other one. A
 * Client reads it only while every finding of the cluster is visible to it: a message about the cluster is about all of
 * them.
 */
export async function clusterSubject(db: Db, session: Session, id: string): Promise<ClusterSubject | undefined> {
  const located = await locateCluster(db, id)
  const cluster = located && (await findCluster(db, seenBy(session), located))
  if (!cluster) return undefined
  const ref = { companyId: located.companyId, id: cluster.id }
  const isForStaff = await hasHiddenFindings(db, ref)
  if (isForStaff && !isStaff(session)) return undefined
  const formerIds = await formerIdsOf(db, ref)
  const several = { brandId: null, brand: '', platform: '' } as const
  return { kind: 'cluster', ...ref, ...several, title: cluster.name, isForStaff, formerIds }
}
