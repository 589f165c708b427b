import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'

/** A cluster of a company as it is changed. */
export type ClusterRow = { id: string; companyId: string; version: number; isJoined: boolean; findings: number }

/** A cluster, read after its company's clusters are locked. */
export function lockedCluster(db: Db, companyId: string, id: string): Promise<ClusterRow | undefined> {
  return row(
    db,
    sql`select id, company_id as "companyId", version, joined_into is not null as "isJoined", findings
      from clusters where company_id = ${companyId} and id = ${id} for update`,
  )
}

/** Counts one more change of a cluster. */
export async function nextVersion(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update clusters set version = version + 1 where company_id = ${companyId} and id = ${id}`.execute(db)
}

export type ValueRow = { id: string; kind: string; value: string; findings: number; isParted: boolean }

/** All values of a cluster. */
export function valuesOfCluster(db: Db, companyId: string, clusterId: string): Promise<ValueRow[]> {
  return rows(
    db,
    sql`select value_id as id, kind, value, findings, is_parted as "isParted" from cluster_values
      where company_id = ${companyId} and cluster_id = ${clusterId} order by value_id`,
  )
}

/**
 * Pairs of values of a cluster that a finding has together: what still holds it together. A parted value is held by a
 * finding by which a person joined it.
 */
export function pairsOfValues(db: Db, companyId: string, clusterId: string): Promise<{ one: string; other: string }[]> {
  return rows(
    db,
    sql`select distinct lead as one, value_id as other from (
        select v.value_id::text, min(v.value_id::text) over (partition by v.finding_id) as lead
        from (select s.*, v.finding_id, bool_or(s.kind = 'joined') over (partition by v.finding_id) as is_joined
          from cluster_values s join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id
          where s.company_id = ${companyId} and s.cluster_id = ${clusterId} and s.is_joining and not v.is_parted) v
        where not v.is_parted or v.is_joined) p
      where value_id <> lead`,
  )
}

/** Gives values another cluster; `isParted`: they join nothing any more. */
export async function moveValues(
  db: Db,
  companyId: string,
  { values, into, isParted }: { values: readonly string[]; into: string; isParted: boolean },
): Promise<void> {
  await sql`update cluster_values set cluster_id = ${into}, is_parted = is_parted or ${isParted}
    where company_id = ${companyId} and value_id = any(${values}::uuid[])`.execute(db)
}

/** Whether a finding of value `p` is also in a third cluster, which `p` would join if it joined anything. */
const wouldJoinThird = (clusterIds: readonly string[]): Sql => sql`exists (
  select from finding_values v join finding_values o on o.company_id = v.company_id and o.finding_id = v.finding_id
  join cluster_values s on s.company_id = o.company_id and s.value_id = o.value_id
  where v.company_id = p.company_id and v.value_id = p.value_id and not v.is_parted and not o.is_parted
    and s.is_joining and not s.is_parted and s.cluster_id <> all(${clusterIds}::uuid[]))`

/**
 * Lets parted values of these clusters join again, because a person joined them: but not with a third cluster, out of
 * which they were taken.
 */
export async function unpart(db: Db, companyId: string, clusterIds: readonly string[]): Promise<void> {
  await sql`update cluster_values p set is_parted = false where p.company_id = ${companyId}
    and p.cluster_id = any(${clusterIds}::uuid[]) and p.is_parted and not ${wouldJoinThird(clusterIds)}`.execute(db)
}

/** Takes findings out of a cluster. Returns those that were in it. */
export async function partFindings(
  db: Db,
  companyId: string,
  { clusterId, findings }: { clusterId: string; findings: readonly string[] },
): Promise<string[]> {
  const parted = await rows<{ id: string }>(
    db,
    sql`with parted as (
        update finding_values v set is_parted = true from cluster_values s
        where s.company_id = v.company_id and s.value_id = v.value_id and s.cluster_id = ${clusterId}
          and v.company_id = ${companyId} and v.finding_id = any(${findings}::uuid[]) and not v.is_parted
        returning v.finding_id as id)
      select distinct id from parted order by id`,
  )
  return parted.map(({ id }) => id)
}

/**
 * Adds a value of kind `joined` with these findings to a cluster: what a person joined. It joins no third cluster that
 * its findings are in.
 */
export async function addJoinedValue(
  db: Db,
  companyId: string,
  { valueId, by, clusterId, findings }: { valueId: string; by: string; clusterId: string; findings: readonly string[] },
): Promise<void> {
  await sql`insert into finding_values (company_id, value_id, finding_id)
    select ${companyId}::uuid, ${valueId}::uuid, unnest(${findings}::uuid[])`.execute(db)
  await sql`insert into cluster_values (company_id, value_id, kind, value, cluster_id, findings, is_joining, is_parted)
    select p.company_id, p.value_id, 'joined', ${by}, ${clusterId}, ${findings.length}, true, ${wouldJoinThird([clusterId])}
    from (values (${companyId}::uuid, ${valueId}::uuid)) p (company_id, value_id)`.execute(db)
}

/** One finding of a cluster, by which it is joined to another. */
export async function anyMember(db: Db, companyId: string, clusterId: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    db,
    sql`select v.finding_id as id from cluster_values s
      join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted
      where s.company_id = ${companyId} and s.cluster_id = ${clusterId} and s.is_joining limit 1`,
  )
  return found?.id
}

/** Those of these findings that the company has, and the clusters of who is behind them. */
async function findingsToJoin(
  db: Db,
  companyId: string,
  findings: readonly string[],
): Promise<{ ids: string[]; clusterIds: string[] }> {
  const found = await row<{ ids: string[] | null; clusterIds: string[] | null }>(
    db,
    sql`select array_agg(distinct f.id order by f.id) as ids,
        array_agg(distinct s.cluster_id) filter (where s.is_joining and not v.is_parted) as "clusterIds"
      from findings f left join finding_values v on v.company_id = f.company_id and v.finding_id = f.id
      left join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id
      where f.company_id = ${companyId} and f.id = any(${findings}::uuid[]) and f.deleted_at is null`,
  )
  return { ids: found?.ids ?? [], clusterIds: found?.clusterIds ?? [] }
}

/**
 * Takes findings out of all clusters of who is behind them but this one, so that those are not joined too. Returns those of
 * the findings that the company has, and the other clusters.
 */
export async function partFromOthers(
  db: Db,
  companyId: string,
  { clusterId, findings }: { clusterId: string; findings: readonly string[] },
): Promise<{ ids: string[]; others: string[] }> {
  const { ids, clusterIds } = await findingsToJoin(db, companyId, findings)
  const others = clusterIds.filter((one) => one !== clusterId)
  for (const other of others) await partFindings(db, companyId, { clusterId: other, findings: ids })
  return { ids, others }
}

/** Whether a cluster's values say who is behind its findings, so that it can be joined with others. */
export async function isJoinable(db: Db, companyId: string, clusterId: string): Promise<boolean> {
  const found = await row<{ is: boolean }>(
    db,
    sql`select exists (select from cluster_values
      where company_id = ${companyId} and cluster_id = ${clusterId} and is_joining) as is`,
  )
  return found!.is
}

/** One decision on a cluster at a time: false at once while another one runs, so that callers do not wait in a row. */
export async function takeDecideTurn(db: Db, clusterId: string): Promise<boolean> {
  const found = await row<{ is: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtext('decide_cluster'), hashtext(${clusterId})) as is`,
  )
  return found!.is
}
