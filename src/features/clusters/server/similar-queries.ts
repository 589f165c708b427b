import { inScopes } from '#features/findings/server/visible.ts'
import type { SimilarCount } from '#features/clusters/contract.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { countsSeen, openOnes, type Seen } from './queries.ts'

/**
 * How many other findings are in the cluster of each of these findings, and in how many clusters each is. Of several it
 * is the one that the open finding names first: that of who is behind it before that of a picture or a host. Findings
 * that the person may not see, or that are alone, are left out.
 */
export function similarCounts(
  db: Db,
  seen: Seen,
  { companyIds, ids }: { companyIds: readonly string[]; ids: readonly string[] },
): Promise<SimilarCount[]> {
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
      select distinct on (m.id) m.id, m.cluster_id as "clusterId", n.findings - 1 as others,
        count(*) over (partition by m.id)::int as clusters
      from mine m join counted n on n.company_id = m.company_id and n.cluster_id = m.cluster_id
      order by m.id, m.is_joining desc, n.open desc, n.findings desc, m.cluster_id`,
  )
}
