import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { openStatuses } from '#vocabulary/statuses.ts'

/** Clusters of more findings are counted again every half minute at most. */
const largeCluster = 20_000
const largePauseSeconds = 30

/**
 * Counts the clusters of `touched_clusters` again; large ones that were just counted are only marked. Others get their
 * `new_members` added to what they had: a seller of thousands is not counted again for each upload.
 */
export async function countTouched(db: Db): Promise<void> {
  // One that is no cluster yet has findings that were never counted.
  await sql`insert into touched_clusters
    select distinct n.company_id, n.cluster_id from new_members n
    left join clusters c on c.company_id = n.company_id and c.id = n.cluster_id where c.id is null`.execute(db)
  await sql`create temporary table counted_clusters on commit drop as
    with large as (
      update clusters c set is_stale = true from (select distinct company_id, cluster_id from touched_clusters) t
      where c.company_id = t.company_id and c.id = t.cluster_id and c.findings > ${largeCluster}
        and c.counted_at > now() - make_interval(secs => ${largePauseSeconds})
      returning c.company_id, c.id)
    select company_id, cluster_id from touched_clusters except select company_id, id from large`.execute(db)
  await sql`delete from new_members n using counted_clusters t
    where t.company_id = n.company_id and t.cluster_id = n.cluster_id`.execute(db)
  await countAgain(db)
  await addNewMembers(db)
}

/** Adds `new_members` to the counts of their clusters, and those to the clusters. */
async function addNewMembers(db: Db): Promise<void> {
  await sql`with added as materialized (
      select m.company_id, m.cluster_id, b.brand_id, b.platform, b.status, count(*) as findings,
        min(b.reporting_date) as first_seen, max(b.reporting_date) as last_seen
      from new_members m join cluster_batch b on b.company_id = m.company_id and b.id = m.finding_id and not b.is_deleted
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5),
    counted as (
      insert into cluster_counts as n (company_id, cluster_id, brand_id, platform, status, findings, first_seen, last_seen)
      select * from added
      on conflict (company_id, cluster_id, brand_id, platform, status) do update set findings = n.findings + excluded.findings,
        first_seen = least(n.first_seen, excluded.first_seen), last_seen = greatest(n.last_seen, excluded.last_seen)
      -- Only an inserted row was never locked: a brand with a row that was there before need not be looked for.
      returning company_id, cluster_id, brand_id, xmax = 0 as is_inserted),
    new_brands as (
      select company_id, cluster_id, count(*) as brands
      from (select company_id, cluster_id, brand_id from counted group by 1, 2, 3 having bool_and(is_inserted)) b
      where not exists (select from cluster_counts n
        where n.company_id = b.company_id and n.cluster_id = b.cluster_id and n.brand_id = b.brand_id)
      group by 1, 2),
    sums as (
      select company_id, cluster_id, sum(findings) as findings,
        coalesce(sum(findings) filter (where status = any(${openStatuses}::text[])), 0) as open,
        min(first_seen) as first_seen, max(last_seen) as last_seen, coalesce(min(brands), 0) as brands
      from added left join new_brands using (company_id, cluster_id) group by 1, 2)
    update clusters c set findings = c.findings + s.findings, open = c.open + s.open, brands = c.brands + s.brands,
      first_seen = least(c.first_seen, s.first_seen), last_seen = greatest(c.last_seen, s.last_seen)
    from sums s where c.company_id = s.company_id and c.id = s.cluster_id`.execute(db)
  await sql`drop table new_members`.execute(db)
}

/** Counts one cluster or a few at once, whatever their size. */
export async function countClusters(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await sql`create temporary table if not exists counted_clusters (company_id uuid, cluster_id uuid) on commit drop`.execute(
    db,
  )
  await sql`truncate counted_clusters`.execute(db)
  await sql`insert into counted_clusters select ${companyId}::uuid, unnest(${ids}::uuid[])`.execute(db)
  await countAgain(db)
}

/** The large cluster that waits longest to be counted, of those whose pause is over. */
export function longestStale(db: Db): Promise<{ companyId: string; id: string } | undefined> {
  return row(
    db,
    sql`select company_id as "companyId", id from clusters
      where is_stale and counted_at < now() - make_interval(secs => ${largePauseSeconds}) order by counted_at limit 1`,
  )
}

async function countAgain(db: Db): Promise<void> {
  await sql`analyze counted_clusters`.execute(db)
  // A value that one finding has is no cluster; it is not counted at all unless it was a cluster before.
  await sql`delete from counted_clusters t
    where (select sum(v.findings) from cluster_values v where v.company_id = t.company_id and v.cluster_id = t.cluster_id) < 2
      and not exists (select from clusters c where c.company_id = t.company_id and c.id = t.cluster_id)`.execute(db)
  await sql`delete from cluster_counts n using counted_clusters t
    where n.company_id = t.company_id and n.cluster_id = t.cluster_id`.execute(db)
  // A table of its own, so that their number is known: taken for a few while the others were never analysed, they were
  // compared with every finding of the company, 30,000 findings for nine minutes.
  await sql`create temporary table counted_members on commit drop as
    select distinct t.company_id, t.cluster_id, v.finding_id
    from counted_clusters t
    join cluster_values s on s.company_id = t.company_id and s.cluster_id = t.cluster_id
    join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted`.execute(db)
  await sql`analyze counted_members`.execute(db)
  await sql`insert into cluster_counts (company_id, cluster_id, brand_id, platform, status, findings, first_seen, last_seen)
    select m.company_id, m.cluster_id, f.brand_id, f.platform, f.status, count(*), min(f.reporting_date), max(f.reporting_date)
    from counted_members m join findings f on f.company_id = m.company_id and f.id = m.finding_id and f.deleted_at is null
    group by 1, 2, 3, 4, 5`.execute(db)
  await rows(
    db,
    sql`insert into clusters as c (company_id, id, findings, open, brands, first_seen, last_seen, counted_at)
      select t.company_id, t.cluster_id, coalesce(sum(n.findings), 0), coalesce(sum(n.findings) filter (where n.status = any(${openStatuses}::text[])), 0), count(distinct n.brand_id),
        min(n.first_seen), max(n.last_seen), clock_timestamp()
      from (select distinct company_id, cluster_id from counted_clusters) t
      left join cluster_counts n on n.company_id = t.company_id and n.cluster_id = t.cluster_id
      group by 1, 2 having sum(n.findings) > 1 or exists (select from clusters e where e.company_id = t.company_id and e.id = t.cluster_id)
      on conflict (company_id, id) do update set findings = excluded.findings, open = excluded.open, brands = excluded.brands,
        first_seen = excluded.first_seen, last_seen = excluded.last_seen, counted_at = excluded.counted_at, is_stale = false`,
  )
  await sql`drop table counted_clusters, counted_members`.execute(db)
}
