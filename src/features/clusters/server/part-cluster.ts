import { messages } from '#features/clusters/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { logClusterChange, nameOfCluster, openCluster } from './change-cluster.ts'
import {
  moveValues,
  nextVersion,
  pairsOfValues,
  partFindings,
  valuesOfCluster,
  type ValueRow,
} from './change-queries.ts'
import { countClusters } from './count-queries.ts'
import { addEvents } from './move-queries.ts'
import { unite } from './unite.ts'

type PartInput = { id: string; version: number; values: readonly string[]; findings: readonly string[]; note: string }

/**
 * Takes values or findings out of a cluster. A value becomes a cluster of its own and joins nothing any more; a finding
 * belongs to the cluster by no value any more. What is left and does not hang together without them becomes several clusters.
 */
export async function partCluster(db: Db, session: Session, input: PartInput): Promise<{ message: string }> {
  const { id, companyId } = await openCluster(db, input.id, input.version)
  const { userId } = session
  const name = await nameOfCluster(db, session, { companyId, id })
  const all = await valuesOfCluster(db, companyId, id)
  const values = all.filter((value) => input.values.includes(value.id))
  // Its last value out of a cluster is the same cluster again.
  if (values.length === all.length) throw invalid({ values: messages.nothingLeft })
  const findings = await partFindings(db, companyId, { clusterId: id, findings: input.findings })
  if (values.length === 0 && findings.length === 0) throw invalid({ values: messages.nothingChosen })
  const changed: string[] = []
  const events: Parameters<typeof addEvents>[2][number][] = []
  for (const value of values) {
    const into = newId()
    await moveValues(db, companyId, { values: [value.id], into, isParted: true })
    changed.push(into)
    const event = { what: textOf(value), note: input.note, userId, findings: value.findings }
    events.push({ ...event, type: 'parted-value', clusterId: id, otherId: into })
    events.push({ ...event, type: 'split-off', clusterId: into, otherId: id })
  }
  if (findings.length > 0)
    events.push({
      type: 'parted-findings',
      clusterId: id,
      what: '',
      findings: findings.length,
      findingIds: findings,
      note: input.note,
      userId,
    })
  for (const part of await splitRest(db, companyId, id)) {
    changed.push(part.into)
    events.push({ type: 'split-off', clusterId: id, otherId: part.into, what: part.what, userId })
    events.push({ type: 'split-off', clusterId: part.into, otherId: id, what: part.what, userId })
  }
  await addEvents(db, companyId, events)
  await countClusters(db, companyId, [id, ...changed])
  await nextVersion(db, companyId, id)
  const what = messages.logged.parted(values.map(textOf), findings.length)
  const total = values.reduce((sum, value) => sum + value.findings, findings.length)
  await logClusterChange(db, session, { companyId, id }, { name, what, total })
  return { message: messages.parted }
}

const textOf = ({ kind, value }: ValueRow): string => `${kind}: ${value}`

/** Makes a cluster of each part of a cluster that no finding connects with the largest; returns them. */
async function splitRest(db: Db, companyId: string, id: string): Promise<{ into: string; what: string }[]> {
  const values = (await valuesOfCluster(db, companyId, id)).filter(({ findings }) => findings > 0)
  const sizes = new Map(values.map((value) => [value.id, { id: value.id, values: 1, findings: value.findings }]))
  const pairs = await pairsOfValues(db, companyId, id)
  const unions = unite(
    pairs.map(({ one, other }) => [one, other]),
    sizes,
    Number.POSITIVE_INFINITY,
  )
  const rootOf = new Map(unions.map(({ from, into }) => [from, into]))
  const parts = [...Map.groupBy(values, (value) => rootOf.get(value.id) ?? value.id).values()]
  const size = (part: readonly ValueRow[]) => Math.max(...part.map(({ findings }) => findings))
  const [, ...smaller] = parts.sort((a, b) => size(b) - size(a))
  const split: { into: string; what: string }[] = []
  for (const part of smaller) {
    const into = newId()
    await moveValues(db, companyId, { values: part.map((value) => value.id), into, isParted: false })
    split.push({ into, what: part.slice(0, 5).map(textOf).join(', ') })
  }
  return split
}
