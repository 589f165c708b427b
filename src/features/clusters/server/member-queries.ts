import { lacksApproval } from '#features/findings/server/approval.ts'
import { columnRef } from '#features/findings/server/column-refs.ts'
import { inScopes, type Scope } from '#features/findings/server/visible.ts'
import type { ClusterMember } from '#features/clusters/contract.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { platforms } from '#platforms/all.ts'
import { textOfValue } from './queries.ts'

/** A finding of a cluster with its picture as stored. */
export type MemberRow = Omit<ClusterMember, 'imageUrl'> & {
  image: string | null
  imageBucket: string | null
  imageKey: string | null
}

/** The address of finding `f`, whatever its platform. */
const address: Sql = sql`coalesce(${sql.join(
  platforms.map(
    (platform) => sql`(select ${columnRef(platform, platform.identity)} from ${sql.table(platform.table)} d
      where f.platform = ${platform.value} and d.company_id = f.company_id and d.finding_id = f.id)`,
  ),
)}, '')`

type Query = {
  companyId: string
  id: string
  scopes: readonly Scope[]
  isStaff: boolean
  page: number
  perPage: number
}

/** A page of the findings of a cluster, newest first. */
export async function membersOf(db: Db, query: Query): Promise<MemberRow[]> {
  const { perPage } = query
  const last = await findingBehind(db, query)
  const found = last === undefined ? [] : await pageOf(db, query, newerThan(query, last))
  return found.length === perPage ? found : pageOf(db, query, newestOfEach(query))
}

/** A page of a relation of (finding_id). */
function pageOf(db: Db, { companyId, id, scopes, isStaff, page, perPage }: Query, ids: Sql): Promise<MemberRow[]> {
  return rows(
    db,
    sql`with found as materialized (${ids} order by m.finding_id desc limit ${perPage} offset ${(page - 1) * perPage})
      select f.id, f.platform, ${address} as address, (select brand_name from brands b where b.id = f.brand_id) as brand,
        f.status, f.reporting_date as "reportingDate", f.image, f.image_bucket as "imageBucket", f.image_key as "imageKey",
        (select json_agg(json_build_object('kind', s.kind, 'text', ${textOfValue({ scopes, isStaff, isEverything: false }, sql`m.finding_id`)}) order by s.kind)
          from finding_values v join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id
          where v.company_id = f.company_id and v.finding_id = f.id and not v.is_parted and s.cluster_id = ${id}) as links
      from found m join findings f on f.company_id = ${companyId} and f.id = m.finding_id order by f.id desc`,
  )
}

const valuesOf = ({ companyId, id }: Query): Sql =>
  sql`cluster_values s where s.company_id = ${companyId}::uuid and s.cluster_id = ${id}::uuid`

/** Whether the person sees finding `m`. Looked up for each, in the order of the index: joined as a whole all would be read. */
const isVisible = ({ companyId, scopes }: Query): Sql => sql`cross join lateral (select from findings f
  where f.company_id = ${companyId}::uuid and f.id = m.finding_id and ${inScopes(scopes)} offset 0) f`

/**
 * A finding of the cluster behind the page, if few of those before it are hidden: by the value of most findings, which
 * alone has as many as that. Undefined when it has fewer.
 */
async function findingBehind(db: Db, query: Query): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    db,
    sql`select v.finding_id as id
      from (select s.value_id from ${valuesOf(query)} order by s.findings desc, s.value_id limit 1) s
      cross join lateral (select v.finding_id from finding_values v
        where v.company_id = ${query.companyId}::uuid and v.value_id = s.value_id and not v.is_parted
        order by v.finding_id desc limit 1 offset ${Math.ceil(1.25 * query.page * query.perPage)}) v`,
  )
  return found?.id
}

/** The findings of a cluster from this one on, each once. */
const newerThan = (query: Query, last: string): Sql => sql`select m.finding_id from (
    select distinct v.finding_id from (select s.value_id from ${valuesOf(query)}) s cross join lateral (
      select v.finding_id from finding_values v where v.company_id = ${query.companyId}::uuid and v.value_id = s.value_id
        and v.finding_id >= ${last}::uuid and not v.is_parted offset 0) v
    order by 1 desc offset 0) m ${isVisible(query)}`

/** The newest findings of each value of a cluster, as many as there are up to the page. */
const newestOfEach = (query: Query): Sql => sql`select m.finding_id from (select s.value_id from ${valuesOf(query)}) s
  cross join lateral (select m.finding_id from (
      select v.finding_id from finding_values v
      where v.company_id = ${query.companyId}::uuid and v.value_id = s.value_id and not v.is_parted
      order by 1 desc offset 0) m ${isVisible(query)} order by 1 desc limit ${query.page * query.perPage}) m
  group by m.finding_id`

/** Whether the finding `f` is in a cluster. */
export const isMember = (companyId: string, id: string): Sql => sql`f.id in (
  select distinct v.finding_id from cluster_values s
  join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted
  where s.company_id = ${companyId}::uuid and s.cluster_id = ${id}::uuid)`

export type MemberCount = { platform: string; status: string; findings: number; unapproved: number }

/**
 * How many findings of a cluster in these scopes have each status, by platform, and with `byApproval` how many of them
 * lack a required approval.
 */
export async function countMembers(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  { scopes, byApproval }: { scopes: readonly Scope[]; byApproval: boolean },
): Promise<MemberCount[]> {
  if (scopes.length === 0) return []
  const unapproved = byApproval ? sql`count(*) filter (where ${lacksApproval})::int` : sql`0`
  return rows(
    db,
    sql`select f.platform, f.status, count(*)::int as findings, ${unapproved} as unapproved from findings f
      where f.company_id = ${companyId}::uuid and ${isMember(companyId, id)} and ${inScopes(scopes)}
      group by 1, 2 order by 2, 1`,
  )
}

/** The company of a finding that the person may see. */
export async function companyOfFinding(
  db: Db,
  scopes: readonly Scope[],
  findingId: string,
): Promise<string | undefined> {
  const found = await row<{ companyId: string }>(
    db,
    sql`select f.company_id as "companyId" from companies c join findings f on f.company_id = c.id and f.id = ${findingId}::uuid
      where ${inScopes(scopes)}`,
  )
  return found?.companyId
}
