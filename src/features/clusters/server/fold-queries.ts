import { valueCells, valuesOfCells } from './value-sources.ts'
import { joiningKinds, maxFindings } from '#features/clusters/rules.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { platformOf } from '#platforms/all.ts'

/** Findings of one round at most, apart from the last entry: an upload of 25,000 is counted once. */
const maxInRound = 30_000

/** Whether anything waits; a round costs nothing otherwise. */
export async function isAnythingPending(db: Db): Promise<boolean> {
  const found = await row<{ is: boolean }>(db, sql`select exists (select from cluster_pending) as is`)
  return found!.is
}

/** Only one process reads values at a time: others answer false at once. */
export async function takeFoldTurn(db: Db): Promise<boolean> {
  const found = await row<{ is: boolean }>(db, sql`select pg_try_advisory_xact_lock(hashtext('fold_clusters')) as is`)
  return found!.is
}

/**
 * Locks the clusters of a company until the transaction ends: whoever changes them takes it, so that a cluster is never
 * joined while it is parted.
 */
export async function lockClusters(db: Db, companyId: string): Promise<void> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('clusters'), hashtext(${companyId}))`)
}

/** Takes pending findings into the temporary table `claimed_pending`; returns their companies in the order of their ids. */
export async function takePending(db: Db): Promise<string[]> {
  await sql`create temporary table claimed_pending on commit drop as
    with claimed as (
      delete from cluster_pending where id = any(array(
        select id from (
          select id, sum(cardinality(finding_ids)) over (order by id) - cardinality(finding_ids) as before
          from (select id, finding_ids from cluster_pending order by id limit 2000 for update skip locked) first) sums
        where before < ${maxInRound}))
      returning company_id, has_new_values, finding_ids)
    select * from claimed`.execute(db)
  const found = await rows<{ id: string }>(db, sql`select distinct company_id as id from claimed_pending order by 1`)
  return found.map(({ id }) => id)
}

/**
 * Makes `cluster_batch` of what was taken, each finding once and in the order of ids, with the clusters of their companies
 * locked: what is read of its finding, and `is_new` where it had no value yet. Such findings are in no cluster, so that
 * clusters can add them instead of counting all their findings again. A finding that changes from now on is pending again.
 * Returns how many findings it has.
 */
export async function openBatch(db: Db): Promise<number> {
  // One probe of an index for each; as `exists` the planner may read all values of all companies. Ids are ordered by time:
  // what is newer than every finding with values needs none, and the findings of an upload lie beside each other.
  await sql`create temporary table cluster_batch on commit drop as
    select b.company_id, b.id, b.has_new_values, b.has_new_values and case when b.id > n.newest then true else (
      select v.finding_id from finding_values v where v.company_id = b.company_id and v.finding_id = b.id limit 1) is null end as is_new,
      f.platform, f.brand_id, f.status, f.reporting_date, f.is_deleted, f.reason, f.image_bucket, f.image_key
    from (
      select company_id, id, bool_or(has_new_values) as has_new_values
      from claimed_pending, unnest(finding_ids) as id group by company_id, id order by company_id, id) b
    left join (
      select c.company_id, (select finding_id from finding_values v where v.company_id = c.company_id
        order by finding_id desc limit 1) as newest
      from (select distinct company_id from claimed_pending) c) n on n.company_id = b.company_id
    left join lateral (
      select platform, brand_id, status, reporting_date, deleted_at is not null as is_deleted, reason, image_bucket, image_key
      from findings where company_id = b.company_id and id = b.id limit 1) f on true`.execute(db)
  await sql`analyze cluster_batch`.execute(db)
  const found = await row<{ n: number }>(db, sql`select count(*)::int as n from cluster_batch`)
  return found!.n
}

/**
 * Reads the values of the batch into `batch_values`, each of them with its cluster into `known_values`, and notes findings
 * whose picture is not hashed yet. Cells are compared in a plain form that takes long to make, so it is made once for each
 * of them and not for each finding.
 */
export async function readValues(db: Db): Promise<void> {
  await addPictureWaits(db)
  await sql`create temporary table batch_cells (company_id uuid, finding_id uuid, kind text, value text) on commit drop`.execute(
    db,
  )
  const found = await rows<{ platform: string }>(
    db,
    sql`select distinct platform from cluster_batch where has_new_values and platform is not null`,
  )
  for (const platform of found.map((one) => platformOf(one.platform)!))
    await sql`insert into batch_cells
      select f.company_id, f.id, v.kind, v.value
      from cluster_batch f ${joinPlatformTable(platform)}
      left join picture_hashes h on h.bucket = f.image_bucket and h.key = f.image_key and h.state = 'done'
      left join finding_templates t on t.company_id = f.company_id and t.finding_id = f.id and ${hasOtherSite}
      cross join lateral (${valueCells(platform)}) v
      where f.has_new_values and f.platform = ${platform.value}`.execute(db)
  // A table of its own, so that their number is known: guessed too high, they were sorted by their texts instead of hashed.
  await sql`create temporary table cell_values on commit drop as
    select kind, cell, id_of_text(kind || chr(10) || normal) as value_id, shown,
      row_number() over (order by shown collate "C") as n
    from (select kind, cell, normal, left(btrim(value), 200) as shown
      from (${valuesOfCells(sql`(select distinct kind, value from batch_cells)`)}) v) v`.execute(db)
  await sql`analyze cell_values`.execute(db)
  await sql`create temporary table batch_values on commit drop as
    select b.company_id, b.finding_id, k.value_id, k.n as cell
    from batch_cells b join cell_values k on k.kind = b.kind and k.cell = b.value`.execute(db)
  // Each value is shown in the first spelling that its company has of it.
  await sql`create temporary table known_values on commit drop as
    select v.company_id, v.value_id, k.kind, k.shown as value, v.n, coalesce(s.findings, 0) as findings,
      coalesce(s.is_common, false) as is_common, coalesce(s.cluster_id, ${ownCluster(sql`v`)}) as cluster_id,
      coalesce(s.is_joining and not s.is_parted, k.kind = any(${joiningKinds}::text[])) as may_join
    from (
      select company_id, value_id, min(cell) as cell, count(*)::int as n
      from batch_values group by 1, 2) v
    join cell_values k on k.n = v.cell
    left join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id`.execute(db)
  await sql`analyze batch_values, known_values`.execute(db)
}

/**
 * Notes findings whose picture is not hashed yet, before values are read: a picture that is hashed between the two
 * statements has both its value and a note, which only makes the finding be read once more. The other way round it had
 * neither.
 */
async function addPictureWaits(db: Db): Promise<void> {
  await queueOtherPictures(db)
  await sql`insert into picture_waits (bucket, key, company_id, finding_id)
    select h.bucket, h.key, b.company_id, b.id
    from cluster_batch b join picture_hashes h on h.bucket = b.image_bucket and h.key = b.image_key and h.state = 'waiting'
    where b.has_new_values and exists (select from picture_hashes where state = 'waiting')
    on conflict do nothing`.execute(db)
}

/**
 * Queues pictures that were stored for something else and became those of findings, as the pictures of pages that domain
 * search takes: only those for findings are queued when they are stored (trigger `files_hashed`).
 */
async function queueOtherPictures(db: Db): Promise<void> {
  await sql`insert into picture_hashes (bucket, key)
    select distinct f.bucket, f.key from cluster_batch b
    left join picture_hashes h on h.bucket = b.image_bucket and h.key = b.image_key
    join files f on f.bucket = b.image_bucket and f.key = b.image_key and f.media_type like 'image/%'
    where b.has_new_values and h.key is null
    on conflict do nothing`.execute(db)
}

/** Whether another site of the company has template `t`: pages of one site are alike anyway. Two ranges of an index, not all rows. */
const hasOtherSite: Sql = sql`(${sql.join(
  ['<', '>'].map(
    (side) => sql`exists (select from finding_templates o
    where o.company_id = t.company_id and o.group_id = t.group_id and o.site ${sql.raw(side)} t.site)`,
  ),
  sql` or `,
)})`

/** The cluster of a value that is joined with no other: another one in each company. */
const ownCluster = (value: Sql): Sql => sql`id_of_text(${value}.company_id::text || ${value}.value_id::text)`

const capped = sql.join(
  Object.entries(maxFindings).map(([kind, most]) => sql`(${kind}::text, ${most}::int)`),
  sql`, `,
)

/** Findings of the batch that have a value `m` already: values are read again, and none counts twice. */
const countedAlready: Sql = sql`(select count(*) from batch_values b
  join finding_values f on f.company_id = b.company_id and f.finding_id = b.finding_id and f.value_id = b.value_id
  where b.company_id = m.company_id and b.value_id = m.value_id)`

/** Marks values that too many findings have as common; they have no findings any more. */
export async function dropCommonValues(db: Db): Promise<void> {
  await sql`with common as (
      insert into cluster_values as s (company_id, value_id, kind, value, cluster_id, is_joining, is_common, findings)
      select m.company_id, m.value_id, m.kind, m.value, m.cluster_id, false, true, m.n
      from known_values m join (values ${capped}) c (kind, most) on c.kind = m.kind
      where m.is_common or (m.n + m.findings > c.most and m.n + m.findings - ${countedAlready} > c.most)
      on conflict (company_id, value_id) do update set is_common = true
      returning company_id, value_id, cluster_id),
    gone as (
      delete from finding_values f using common c where f.company_id = c.company_id and f.value_id = c.value_id),
    uncounted as (
      delete from cluster_counts n using common c where n.company_id = c.company_id and n.cluster_id = c.cluster_id),
    unlisted as (
      delete from clusters n using common c where n.company_id = c.company_id and n.id = c.cluster_id),
    forgotten as (
      delete from known_values k using common c where k.company_id = c.company_id and k.value_id = c.value_id)
    delete from batch_values b using common c where b.company_id = c.company_id and b.value_id = c.value_id`.execute(db)
}

/** Stores the values of the batch, and removes those that its findings had and have no more. */
export async function storeValues(db: Db): Promise<void> {
  await sql`create temporary table touched_clusters (company_id uuid, cluster_id uuid) on commit drop`.execute(db)
  await sql`with gone as (
      delete from finding_values f using cluster_batch b, cluster_values s
      where b.has_new_values and not b.is_new and f.company_id = b.company_id and f.finding_id = b.id
        and s.company_id = f.company_id and s.value_id = f.value_id
        and (s.kind <> 'joined' or not exists (select from findings e where e.company_id = b.company_id and e.id = b.id))
        and not exists (select from batch_values v
          where v.company_id = f.company_id and v.finding_id = f.finding_id and v.value_id = f.value_id)
      returning f.company_id, f.value_id, s.cluster_id),
    fewer as (
      update cluster_values s set findings = greatest(0, s.findings - g.n)
      from (select company_id, value_id, count(*) as n from gone group by 1, 2) g
      where s.company_id = g.company_id and s.value_id = g.value_id)
    insert into touched_clusters select distinct company_id, cluster_id from gone`.execute(db)
  // In the order of values, whose index is spread over all findings: its pages are then read and written once.
  // New findings have none yet; looking for conflicts visits almost half as many pages again.
  await sql`with given as materialized (
      select distinct v.company_id, v.value_id, v.finding_id, b.is_new
      from batch_values v join cluster_batch b on b.company_id = v.company_id and b.id = v.finding_id
      order by v.company_id, v.value_id, v.finding_id),
    added_first as (
      insert into finding_values (company_id, value_id, finding_id)
      select company_id, value_id, finding_id from given where is_new
      returning company_id, value_id),
    added_again as (
      insert into finding_values (company_id, value_id, finding_id)
      select company_id, value_id, finding_id from given where not is_new
      on conflict do nothing
      returning company_id, value_id),
    added as (select * from added_first union all select * from added_again)
    insert into cluster_values as s (company_id, value_id, kind, value, cluster_id, is_joining, findings)
    select k.company_id, k.value_id, k.kind, k.value, k.cluster_id, k.kind = any(${joiningKinds}::text[]), coalesce(a.n, 0)
    from known_values k
    left join (select company_id, value_id, count(*)::int as n from added group by 1, 2) a
      on a.company_id = k.company_id and a.value_id = k.value_id
    order by k.company_id, k.value_id
    on conflict (company_id, value_id) do update set findings = s.findings + excluded.findings`.execute(db)
}

/** Pairs of clusters that a finding of the batch has values of, by company, with an example. */
export function pairsToJoin(
  db: Db,
): Promise<{ companyId: string; one: string; other: string; kind: string; value: string }[]> {
  return rows(
    db,
    sql`select distinct on (company_id, least(lead, cluster_id), greatest(lead, cluster_id)) company_id as "companyId",
        lead as one, cluster_id as other, kind, value
      from (
        select company_id, cluster_id::text, kind, value,
          min(cluster_id::text) over (partition by company_id, finding_id) as lead
        from (
          select v.company_id, v.finding_id, k.cluster_id, k.kind, k.value
          from cluster_batch b join batch_values v on v.company_id = b.company_id and v.finding_id = b.id
          join known_values k on k.company_id = v.company_id and k.value_id = v.value_id
          where b.is_new and k.may_join
          union all
          select f.company_id, f.finding_id, s.cluster_id, s.kind, s.value
          from cluster_batch b join finding_values f on f.company_id = b.company_id and f.finding_id = b.id
          join cluster_values s on s.company_id = f.company_id and s.value_id = f.value_id
          where b.has_new_values and not b.is_new and not f.is_parted and s.is_joining and not s.is_parted) f) found
      where cluster_id <> lead`,
  )
}

/**
 * Reads the clusters of values of the batch again whose cluster became part of another. Each is looked up by its key: for a
 * company whose values came since the last analysis a join read the whole batch once for each value of the company.
 */
export async function readJoined(db: Db, companyId: string, joined: readonly string[]): Promise<void> {
  await sql`update known_values k set cluster_id = coalesce((
      select s.cluster_id from cluster_values s where s.company_id = k.company_id and s.value_id = k.value_id), k.cluster_id)
    where k.company_id = ${companyId} and k.cluster_id = any(${joined}::uuid[])`.execute(db)
}

/**
 * Adds the clusters of the batch's findings to those that are to be counted, and notes those that new findings came into
 * in `new_members`.
 */
export async function touchBatch(db: Db): Promise<void> {
  await sql`insert into touched_clusters
    select distinct f.company_id, s.cluster_id
    from (select distinct f.company_id, f.value_id
      from cluster_batch b join finding_values f on f.company_id = b.company_id and f.finding_id = b.id
      where not b.is_new) f
    join cluster_values s on s.company_id = f.company_id and s.value_id = f.value_id`.execute(db)
  await sql`create temporary table new_members on commit drop as
    select distinct v.company_id, k.cluster_id, v.finding_id
    from cluster_batch b join batch_values v on v.company_id = b.company_id and v.finding_id = b.id
    join known_values k on k.company_id = v.company_id and k.value_id = v.value_id
    where b.is_new`.execute(db)
  await sql`analyze new_members`.execute(db)
}

/** Adds clusters to those that are to be counted. */
export async function touch(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await sql`insert into touched_clusters select ${companyId}::uuid, unnest(${ids}::uuid[])`.execute(db)
}

/** Puts findings back whose picture was hashed in the meantime. */
export async function endPictureWaits(db: Db): Promise<void> {
  await sql`with hashed as (
      delete from picture_waits w using picture_hashes h
      where h.bucket = w.bucket and h.key = w.key and h.state <> 'waiting' and h.hashed_at > now() - interval '30 days'
      returning w.company_id, w.finding_id)
    insert into cluster_pending (company_id, has_new_values, finding_ids)
    select company_id, true, array_agg(distinct finding_id) from hashed group by company_id`.execute(db)
}
