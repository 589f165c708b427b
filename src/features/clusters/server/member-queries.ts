import { columnRef } from '#features/findings/server/column-refs.ts'
import { inScope, inScopes, type Scope } from '#features/findings/server/visible.ts'
import type { ClusterMember } from '#features/clusters/contract.ts'
import { type Db, rows, sql, type Sql } from '#kit/server/db.ts'
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

/**
 * A page of the findings of a cluster, newest first. Each value gives its newest findings only, so that the first page
 * of a large cluster costs what that of a small one does.
 */
export function membersOf(db: Db, { companyId, id, scopes, isStaff, page, perPage }: Query): Promise<MemberRow[]> {
  return rows(
    db,
    sql`with found as materialized (
        select v.finding_id from cluster_values s cross join lateral (
          select v.finding_id from finding_values v join findings f on f.company_id = v.company_id and f.id = v.finding_id
          where v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted and ${inScopes(scopes)}
          order by v.finding_id desc limit ${page * perPage}) v
        where s.company_id = ${companyId} and s.cluster_id = ${id}
        group by v.finding_id order by v.finding_id desc limit ${perPage} offset ${(page - 1) * perPage})
      select f.id, f.platform, ${address} as address, (select brand_name from brands b where b.id = f.brand_id) as brand,
        f.status, f.reporting_date as "reportingDate", f.image, f.image_bucket as "imageBucket", f.image_key as "imageKey",
        (select json_agg(json_build_object('kind', s.kind, 'text', ${textOfValue({ isStaff })}) order by s.kind)
          from finding_values v join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id
          where v.company_id = f.company_id and v.finding_id = f.id and not v.is_parted and s.cluster_id = ${id}) as links
      from found m join findings f on f.company_id = ${companyId} and f.id = m.finding_id order by f.id desc`,
  )
}

/** The findings of a cluster as a relation of (id), each once. */
export const memberIds = (companyId: string, id: string): Sql => sql`
  select distinct v.finding_id as id from cluster_values s
  join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted
  where s.company_id = ${companyId}::uuid and s.cluster_id = ${id}::uuid`

type DecidablePart = { scope: Scope; onlyFrom: readonly string[] }

/** Whether the finding `f` is in a cluster. */
export const isMember = (companyId: string, id: string): Sql => sql`f.id in (${memberIds(companyId, id)})`

/** How many findings of a cluster are in one of these scopes with one of its statuses, by platform. */
export async function countToDecide(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  parts: readonly DecidablePart[],
): Promise<{ platform: string; n: number }[]> {
  const each = parts.map(({ scope, onlyFrom }) => sql`(${inScope(scope)} and f.status = any(${onlyFrom}::text[]))`)
  if (each.length === 0) return []
  return rows(
    db,
    sql`select f.platform, count(*)::int as n from findings f
      where f.company_id = ${companyId}::uuid and ${isMember(companyId, id)} and (${sql.join(each, sql` or `)}) group by 1`,
  )
}
