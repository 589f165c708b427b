import { messages } from '#features/clusters/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { logClusterChange, nameOfCluster, openCluster } from './change-cluster.ts'
import * as queries from './change-queries.ts'
import { countClusters } from './count-queries.ts'
import { addEvents, joinInto } from './move-queries.ts'

type JoinInput = {
  id: string
  version: number
  clusterId?: string | undefined
  findings: readonly string[]
  note: string
}

/** Joins another cluster, or findings, of the same company to a cluster; what a person joined has the person's name. */
export async function joinClusters(db: Db, session: Session, input: JoinInput): Promise<{ message: string }> {
  const cluster = await openCluster(db, input.id, input.version)
  if (!(await queries.isJoinable(db, cluster.companyId, cluster.id))) throw invalid({ clusterId: messages.notJoinable })
  if (input.clusterId !== undefined)
    await joinCluster(db, session, cluster, { other: input.clusterId, note: input.note })
  else if (input.findings.length > 0) await joinFindings(db, session, cluster, input)
  else throw invalid({ clusterId: messages.sameCluster })
  return { message: messages.joined }
}

const nameOf = ({ firstName, lastName }: Session): string => `${firstName} ${lastName}`.trim()

async function joinCluster(
  db: Db,
  session: Session,
  { id, companyId }: queries.ClusterRow,
  { other: otherId, note }: { other: string; note: string },
): Promise<void> {
  const other = await queries.lockedCluster(db, companyId, otherId)
  if (!other || other.id === id || !(await queries.isJoinable(db, companyId, otherId)))
    throw invalid({ clusterId: messages.sameCluster })
  if (other.isJoined) throw new Problem(409, messages.joinedAlready)
  const name = await nameOfCluster(db, session, { companyId, id })
  const what = messages.logged.joinedCluster((await nameOfCluster(db, session, other)) ?? otherId)
  const members = [await queries.anyMember(db, companyId, id), await queries.anyMember(db, companyId, otherId)]
  const findings = [...new Set(members.filter((member) => member !== undefined))]
  await queries.unpart(db, companyId, [id, otherId])
  await joinInto(db, companyId, [{ from: otherId, into: id }])
  await queries.addJoinedValue(db, companyId, { valueId: newId(), by: nameOf(session), clusterId: id, findings })
  await addEvents(db, companyId, [
    { type: 'joined', clusterId: id, otherId, what: '', findings: other.findings, note, userId: session.userId },
  ])
  await countClusters(db, companyId, [id])
  await logClusterChange(db, session, { companyId, id }, { name, what, total: other.findings })
}

/** Findings leave the clusters of who is behind them, so that those are not joined too. */
async function joinFindings(
  db: Db,
  session: Session,
  { id, companyId }: queries.ClusterRow,
  { findings, note }: Pick<JoinInput, 'findings' | 'note'>,
): Promise<void> {
  const name = await nameOfCluster(db, session, { companyId, id })
  const { ids, others } = await queries.partFromOthers(db, companyId, { clusterId: id, findings })
  if (ids.length === 0) throw invalid({ findings: messages.noneToJoin })
  await queries.addJoinedValue(db, companyId, { valueId: newId(), by: nameOf(session), clusterId: id, findings: ids })
  await addEvents(db, companyId, [
    { type: 'joined', clusterId: id, what: '', findings: ids.length, findingIds: ids, note, userId: session.userId },
  ])
  await countClusters(db, companyId, [id, ...others])
  await queries.nextVersion(db, companyId, id)
  const what = messages.logged.joined(ids.length)
  await logClusterChange(db, session, { companyId, id }, { name, what, total: ids.length })
}
