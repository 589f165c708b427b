import { inScopes } from '#features/findings/server/visible.ts'
import { similarBounds } from '#features/clusters/rules.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { countsSeen, openOnes } from './queries.ts'
import type { Seen } from './seen.ts'

export type ClusterRef = { companyId: string; clusterId: string }
/** A cluster that a finding shares with others; `findings` are those the person may see. */
export type FoundCluster = ClusterRef & { id: string; findings: number }

/**
 * The clusters of each of these findings, the one first that the open finding names first: that of who is behind it
 * before that of a picture or a host. Findings that the person may not see, or that are alone, are left out.
 */
export function clustersOf(
  db: Db,
  seen: Seen,
  { companyIds, ids }: { companyIds: readonly string[]; ids: readonly string[] },
): Promise<FoundCluster[]> {
  return rows(
    db,
    sql`with mine as materialized (
        select f.company_id, f.id, s.cluster_id, bool_or(s.is_joining) as is_joining
        from findings f join finding_values v on v.company_id = f.company_id and v.finding_id = f.id and not v.is_parted
        join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id and not s.is_common
        where f.company_id = any(${companyIds}::uuid[]) and f.id = any(${ids}::uuid[]) and ${inScopes(seen.scopes)}
        group by 1, 2, 3),
      counted as materialized (
        select c.company_id, c.cluster_id, n.findings, n.open
        from (select distinct company_id, cluster_id from mine) c
        cross join lateral (select sum(findings)::int as findings,
            coalesce(sum(findings) filter (where ${openOnes}), 0)::int as open
          from cluster_counts where company_id = c.company_id and cluster_id = c.cluster_id and ${countsSeen(seen)}) n
        where n.findings > 1)
      select m.id, m.company_id as "companyId", m.cluster_id as "clusterId", n.findings
      from mine m join counted n on n.company_id = m.company_id and n.cluster_id = m.cluster_id
      order by m.id, m.is_joining desc, n.open desc, n.findings desc, m.cluster_id`,
  )
}

const keysOf = (clusters: readonly ClusterRef[]) =>
  sql`unnest(${clusters.map(({ companyId }) => companyId)}::uuid[], ${clusters.map(({ clusterId }) => clusterId)}::uuid[])
    c (company_id, cluster_id)`

/** How many rows have to be read for the findings of each cluster; clusters of many values are left out. */
export function readsOf(db: Db, clusters: readonly ClusterRef[]): Promise<(ClusterRef & { reads: number })[]> {
  return rows(
    db,
    sql`select c.company_id as "companyId", c.cluster_id as "clusterId", r.reads
      from ${keysOf(clusters)} cross join lateral (
        select sum(s.findings)::float8 as reads, count(*) as listed from (
          select findings from cluster_values where company_id = c.company_id and cluster_id = c.cluster_id
          limit ${similarBounds.values}) s) r
      where r.listed < ${similarBounds.values}`,
  )
}

/** The findings of each cluster that the person may see, as far as `similarBounds` reads. */
export function findingsIn(
  db: Db,
  { scopes }: Seen,
  clusters: readonly ClusterRef[],
): Promise<(ClusterRef & { ids: string[] })[]> {
  return rows(
    db,
    sql`with members as materialized (
        select distinct c.company_id, c.cluster_id, v.finding_id from ${keysOf(clusters)}
        join cluster_values s on s.company_id = c.company_id and s.cluster_id = c.cluster_id
        cross join lateral (select finding_id from finding_values where company_id = s.company_id
          and value_id = s.value_id and not is_parted limit ${similarBounds.rowsOfFinding}) v)
      select m.company_id as "companyId", m.cluster_id as "clusterId", array_agg(f.id::text) as ids
      from members m join findings f on f.company_id = m.company_id and f.id = m.finding_id and ${inScopes(scopes)}
      group by 1, 2`,
  )
}
