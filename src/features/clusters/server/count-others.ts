import type { SimilarCount } from '#features/clusters/contract.ts'
import { similarBounds } from '#features/clusters/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { sum } from '#vocabulary/numbers.ts'
import type { Seen } from './seen.ts'
import { type ClusterRef, clustersOf, findingsIn, type FoundCluster, readsOf } from './similar-queries.ts'

/**
 * How many other findings are in the clusters of each of these findings, each counted once. Findings that the person may
 * not see, or that are alone, are left out. Members are read within `similarBounds`, and only for findings in several
 * clusters; beyond, the largest cluster, is what is known, and the number is a lower bound.
 */
export async function countOthers(
  db: Db,
  seen: Seen,
  asked: { companyIds: readonly string[]; ids: readonly string[] },
): Promise<SimilarCount[]> {
  const found = Map.groupBy(await clustersOf(db, seen, asked), ({ id }) => id)
  const inSeveral = [...found.values()].filter((clusters) => clusters.length > 1)
  const members = await readMembersOf(db, seen, inSeveral)
  return [...found].map(([id, clusters]) => {
    const largest = clusters.reduce((most, one) => (one.findings > most.findings ? one : most))
    // A number that is not that of all clusters is that of the one that is opened.
    const isExact = clusters.length === 1 || clusters.every((one) => members.has(keyOf(one)))
    const all =
      isExact && clusters.length > 1 ? new Set(clusters.flatMap((one) => members.get(keyOf(one))!)) : undefined
    const opened = isExact ? clusters[0]! : largest
    return {
      id,
      clusterId: opened.clusterId,
      inCluster: opened.findings - 1,
      clusters: clusters.length,
      // The counts of a cluster may be a moment behind its findings: at least what the link beside it says.
      others: Math.max((all?.size ?? 0) - 1, largest.findings - 1),
      isExact,
    }
  })
}

const keyOf = ({ companyId, clusterId }: ClusterRef): string => `${companyId} ${clusterId}`

/** The ids of the findings of clusters: those of the findings that are read with fewest rows first. */
async function readMembersOf(
  db: Db,
  seen: Seen,
  inSeveral: readonly (readonly FoundCluster[])[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (inSeveral.length === 0) return new Map()
  const all = new Map(inSeveral.flat().map((one) => [keyOf(one), one]))
  const reads = new Map((await readsOf(db, [...all.values()])).map((one) => [keyOf(one), one.reads]))
  const affordable = inSeveral
    .map((clusters) => ({ clusters, rows: sum(clusters.map((one) => reads.get(keyOf(one)) ?? Infinity)) }))
    .filter(({ rows }) => rows <= similarBounds.rowsOfFinding)
    .toSorted((a, b) => a.rows - b.rows)
  const chosen = new Map<string, FoundCluster>()
  let left = similarBounds.rowsOfPage
  for (const { clusters } of affordable) {
    const more = clusters.filter((one) => !chosen.has(keyOf(one)))
    const rows = sum(more.map((one) => reads.get(keyOf(one))!))
    if (rows > left) continue
    left -= rows
    for (const one of more) chosen.set(keyOf(one), one)
  }
  if (chosen.size === 0) return new Map()
  const read = await findingsIn(db, seen, [...chosen.values()])
  return new Map(read.map((one) => [keyOf(one), one.ids]))
}
