import { countersInScope } from '#features/findings/server/counters.ts'
import { inScopes } from '#features/findings/server/visible.ts'
import { messages } from '#features/clusters/messages.ts'
import type { AlikeGroup, Cluster, ClusterEvent, ClusterPage, ClusterValue } from '#features/clusters/contract.ts'
import { type ValueKind, valueKinds } from '#features/clusters/rules.ts'
import { flagOf } from '#features/findings/server/column-refs.ts'
import { type Page } from '#kit/contract/page.ts'
import { type Db, likePattern, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { orderOf, readPage, type ListQuery } from '#kit/server/read-page.ts'
import { spelledOut } from '#vocabulary/data-log.ts'
import { openStatuses } from '#vocabulary/statuses.ts'
import { nameOfPicture } from './name-of-picture.ts'
import type { Seen } from './seen.ts'
import { outside } from './outside-queries.ts'

/** The companies of which that is every finding, if there are such. */
type ListSeen = Seen & { companyIds?: readonly string[] | undefined }

type Ref = { companyId: string; id: string }

/** Whether a status is one of an open finding. */
export const openOnes = sql`status = any(${openStatuses}::text[])`

/** Rows of cluster_counts that a person may see. */
export function countsSeen({ scopes, isEverything }: Seen): Sql {
  if (isEverything) return sql`true`
  if (scopes.length === 0) return sql`false`
  return sql`(${sql.join(
    scopes.map((scope) => sql`(${countersInScope(scope)})`),
    sql` or `,
  )})`
}

/** A value `s` that a finding has which the person may see. */
const valueSeen = (seen: Seen): Sql =>
  seen.isEverything
    ? sql`true`
    : sql`exists (select from finding_values v join findings f on f.company_id = v.company_id and f.id = v.finding_id
        where v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted and ${inScopes(seen.scopes)})`

/** The stored text of a value `s`. Clients are not told which member of staff joined findings. */
const storedText = ({ isStaff }: Pick<Seen, 'isStaff'>): Sql =>
  isStaff ? sql`s.value` : sql`case when s.kind = 'joined' then ${messages.team} else s.value end`

/**
 * The text of a value `s`: of a template the host of a finding with it that the person may see, of another one than
 * `self` where there is one.
 */
export const textOfValue = (seen: Seen, self?: Sql): Sql =>
  sql`case when s.kind = 'template' then coalesce((select t.host
      from finding_values v join finding_templates t on t.company_id = v.company_id and t.finding_id = v.finding_id
      join findings f on f.company_id = v.company_id and f.id = v.finding_id
      where v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted and f.deleted_at is null
        and ${seen.isEverything ? sql`true` : inScopes(seen.scopes)}
      order by ${
        self
          ? sql`t.site = (select o.site from finding_templates o
        where o.company_id = s.company_id and o.finding_id = ${self}), `
          : sql``
      }v.finding_id limit 1), '')
    else ${storedText(seen)} end`

/** Clusters of two findings and more that the person may see, or one, which staff see down to its last finding. */
const clustersSeen = (seen: ListSeen, one?: Ref): Sql =>
  seen.isEverything || seen.companyIds
    ? sql`(select company_id, id, findings, open, brands, first_seen, last_seen, version
        from clusters where joined_into is null and findings > ${one ? 0 : 1}
          ${seen.companyIds ? sql`and company_id = any(${seen.companyIds}::uuid[])` : sql``}
          ${one ? sql`and company_id = ${one.companyId} and id = ${one.id}` : sql``})`
    : sql`(select n.*, k.version from (
          select company_id, cluster_id as id, sum(findings)::int as findings,
            coalesce(sum(findings) filter (where ${openOnes}), 0)::int as open, count(distinct brand_id)::int as brands,
            min(first_seen) as first_seen, max(last_seen) as last_seen
          from cluster_counts where ${countsSeen(seen)}
            ${one ? sql`and company_id = ${one.companyId} and cluster_id = ${one.id}` : sql``}
          group by 1, 2 having sum(findings) > 1) n
        join clusters k on k.company_id = n.company_id and k.id = n.id where k.joined_into is null)`

/** Which value names a cluster: that of a seller before that of a host. */
const namingOrder = [...valueKinds.filter((kind) => kind !== 'joined'), 'joined']

const namedBy = (seen: Seen): Sql => sql`(select json_build_object('kind', s.kind, 'name',
    case when s.kind = 'picture' then ${nameOfPicture(seen)} else ${textOfValue(seen)} end) from cluster_values s
  where s.company_id = c.company_id and s.cluster_id = c.id and ${valueSeen(seen)}
  order by array_position(${namingOrder}::text[], s.kind), s.findings desc, s.value_id limit 1)`

const clusterColumns = (seen: Seen): Sql => sql`c.id, c.findings, c.open, c.brands, c.first_seen as "firstSeen",
  c.last_seen as "lastSeen", c.version, json_build_object('id', c.company_id, 'name',
  (select name from companies o where o.id = c.company_id)) as company, ${namedBy(seen)} as named,
  ${pictureOf(seen)} as picture`

/** The picture of a finding of a cluster whose findings share one. */
const pictureOf = (seen: Seen): Sql => sql`(select json_build_object('bucket', f.image_bucket, 'key', f.image_key)
  from cluster_values s join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id
  join findings f on f.company_id = v.company_id and f.id = v.finding_id
  where s.company_id = c.company_id and s.cluster_id = c.id and s.kind = 'picture' and not v.is_parted
    and f.deleted_at is null and f.image_key is not null ${seen.isEverything ? sql`` : sql`and ${inScopes(seen.scopes)}`} limit 1)`

/** A cluster with its picture as stored. */
export type FoundCluster = Omit<Cluster, 'imageUrl'> & { picture: { bucket: string; key: string } | null }

type NamedRow = Omit<FoundCluster, 'kind' | 'name'> & { named: { kind: ValueKind; name: string } | null }

const clusterOf = ({ named, ...row }: NamedRow): FoundCluster => ({
  ...row,
  kind: named?.kind ?? 'joined',
  name: named?.name ?? '',
})

export type ClusterQuery = ListQuery & { kind?: ValueKind | undefined }

/** A page of the clusters of two findings and more, by default those with most open findings first. */
export async function listClusters(db: Db, seen: ListSeen, query: ClusterQuery): Promise<Page<FoundCluster>> {
  const having = (condition: Sql) => sql`exists (select from cluster_values s where s.company_id = c.company_id
    and s.cluster_id = c.id and ${condition} and ${valueSeen(seen)})`
  const found = await readPage<NamedRow>(db, query, {
    select: clusterColumns(seen),
    from: sql`from ${clustersSeen(seen)} c where true
      ${query.kind ? sql`and ${having(sql`s.kind = ${query.kind}`)}` : sql``}
      ${query.search ? sql`and ${having(sql`${storedText(seen)} ilike ${likePattern(query.search)}`)}` : sql``}`,
    order: isSortable(query.sortBy) ? orderOf(query, sortable, sql`c.id`) : sql`c.open desc, c.findings desc, c.id`,
  })
  return { ...found, docs: found.docs.map(clusterOf) }
}

const sortable = {
  findings: sql`c.findings`,
  open: sql`c.open`,
  brands: sql`c.brands`,
  firstSeen: sql`c.first_seen`,
  lastSeen: sql`c.last_seen`,
}
const isSortable = (name: string | undefined) => name !== undefined && Object.hasOwn(sortable, name)

/** Company of a cluster, and the id under which it goes on when it was joined into another; undefined for an unknown id. */
export function locateCluster(
  db: Db,
  id: string,
): Promise<{ companyId: string; id: string; isJoined: boolean; version: number } | undefined> {
  return row(
    db,
    sql`select c.company_id as "companyId", coalesce(c.joined_into, c.id) as id, c.joined_into is not null as "isJoined", c.version
      from companies o join clusters c on c.company_id = o.id and c.id = ${id}::uuid`,
  )
}

/** A cluster by company and id; undefined when a Client sees fewer than two of its findings, staff none. */
export async function findCluster(db: Db, seen: Seen, one: Ref): Promise<FoundCluster | undefined> {
  const found = await row<NamedRow>(db, sql`select ${clusterColumns(seen)} from ${clustersSeen(seen, one)} c`)
  return found && clusterOf(found)
}

/** Values shown on the page of a cluster at most, and findings of each counted for a Client at most. */
const maxValuesShown = 60
const maxCounted = 1000

/** The values of a cluster, those of most findings first. */
export async function valuesOf(
  db: Db,
  seen: Seen,
  { companyId, id }: Ref,
): Promise<{ values: ClusterValue[]; moreValues: number }> {
  const n = seen.isEverything
    ? sql`s.findings - (select count(*)::int from finding_values v
        where v.company_id = s.company_id and v.value_id = s.value_id and v.is_parted)`
    : sql`(select count(*)::int from (select from finding_values v
        join findings f on f.company_id = v.company_id and f.id = v.finding_id
        where v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted and ${inScopes(seen.scopes)}
        limit ${maxCounted}) seen)`
  const from = sql`from cluster_values s where s.company_id = ${companyId} and s.cluster_id = ${id} and s.findings > 0
    and ${valueSeen(seen)}`
  const [values, total] = await Promise.all([
    rows<ClusterValue>(
      db,
      sql`select s.value_id as id, s.kind, ${textOfValue(seen)} as text, ${n} as findings ${from}
        order by s.findings desc, s.value_id limit ${maxValuesShown}`,
    ),
    row<{ n: number }>(db, sql`select count(*)::int as n ${from}`),
  ])
  return { values, moreValues: Math.max(0, (total?.n ?? 0) - values.length) }
}

/** How many findings a cluster has by brand, and by platform and status. */
export async function countsOf(
  db: Db,
  seen: Seen,
  { companyId, id }: Ref,
): Promise<Pick<ClusterPage, 'brandsHit' | 'statuses'>> {
  const from = sql`from cluster_counts where company_id = ${companyId} and cluster_id = ${id} and ${countsSeen(seen)}`
  const [brandsHit, statuses] = await Promise.all([
    rows<ClusterPage['brandsHit'][number]>(
      db,
      sql`select n.id, b.brand_name as name, n.findings, n.open from (
          select brand_id as id, sum(findings)::int as findings, coalesce(sum(findings) filter (where ${openOnes}), 0)::int as open
          ${from} group by 1) n join brands b on b.id = n.id order by n.open desc, n.findings desc, n.id`,
    ),
    rows<ClusterPage['statuses'][number]>(
      db,
      sql`select platform, status, sum(findings)::int as findings ${from} group by 1, 2 order by 3 desc, 1, 2`,
    ),
  ])
  return { brandsHit, statuses }
}

/** Clusters shown of other companies at most. */
const maxElsewhere = 20

/** Clusters of other companies that share a value with this one: for staff, who see all companies. */
export function clustersElsewhere(db: Db, { companyId, id }: Ref): Promise<ClusterPage['elsewhere']> {
  return rows(
    db,
    sql`select c.id, json_build_object('id', c.company_id, 'name', (select name from companies k where k.id = c.company_id)) as company,
        c.findings, c.open, json_build_object('kind', o.kind, 'text', o.value) as shared
      from (select distinct on (o.company_id, o.cluster_id) o.company_id, o.cluster_id, o.kind, o.value
        from cluster_values s join cluster_values o on o.value_id = s.value_id and o.company_id <> s.company_id
        where s.company_id = ${companyId} and s.cluster_id = ${id} and s.kind <> 'reason' and not o.is_common
        order by o.company_id, o.cluster_id, array_position(${namingOrder}::text[], o.kind)) o
      join clusters c on c.company_id = o.company_id and c.id = o.cluster_id
      where c.joined_into is null and c.findings > 1 order by c.open desc, c.findings desc, c.id limit ${maxElsewhere}`,
  )
}

/**
 * Whether a cluster has findings that its company's Clients do not see: of a brand that is disabled or deleted, or that
 * lacks the platform. From its counts, or, while those are being counted again, from the findings themselves.
 */
export async function hasHiddenFindings(db: Db, { companyId, id }: Ref): Promise<boolean> {
  const hidden = (of: Sql) => sql`exists (select from ${of} join brands b on b.id = n.brand_id
    where not (b.enabled and b.deleted_at is null and b.platforms ? ${flagOf(sql`n.platform`)}))`
  const counted = sql`(select brand_id, platform from cluster_counts
    where company_id = ${companyId} and cluster_id = ${id} and findings > 0) n`
  const present = sql`(select f.brand_id, f.platform
    from cluster_values s join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id
    join findings f on f.company_id = v.company_id and f.id = v.finding_id
    where s.company_id = ${companyId} and s.cluster_id = ${id} and not v.is_parted and f.deleted_at is null) n`
  const found = await row<{ hidden: boolean }>(
    db,
    sql`select case when ${hidden(counted)} then true
      when exists (select from clusters where company_id = ${companyId} and id = ${id} and is_stale) then ${hidden(present)}
      else false end as hidden`,
  )
  return found!.hidden
}

/** The clusters that were joined into one. */
export async function formerIdsOf(db: Db, { companyId, id }: Ref): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select c.id from clusters c where c.company_id = ${companyId} and c.joined_into = ${id} order by c.id`,
  )
  return found.map((one) => one.id)
}

const maxEvents = 100

/** An event of the history, with the first findings that it removed from the cluster. */
export type FoundEvent = ClusterEvent & { removed: { id: string; platform: string }[] }

/** The history of a cluster and of those that were joined into it, newest first. */
export function eventsOf(db: Db, { companyId, id }: Ref): Promise<FoundEvent[]> {
  return rows(
    db,
    sql`with outside as materialized (${outside({ companyId, id })})
      select e.id, e.at, e.type, e.what, e.findings, e.note, e.other_id as "otherId",
        case when e.type = 'parted-findings'
          then (select count(*)::int from outside o where o.finding_id = any(e.finding_ids)) else 0 end as outside,
        (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = e.user_id) as by,
        coalesce((select json_agg(json_build_object('id', f.id, 'platform', f.platform) order by f.id) from findings f
          where e.type = 'parted-findings' and f.company_id = e.company_id
            and f.id = any(e.finding_ids[:${spelledOut}::int])), '[]') as removed
      from cluster_events e where e.company_id = ${companyId} and e.cluster_id in (
        select ${id}::uuid union all select c.id from clusters c where c.company_id = ${companyId} and c.joined_into = ${id})
      order by e.at desc, e.id desc limit ${maxEvents}`,
  )
}

/** The clusters of a finding of a company, with why it belongs to each; those of who is behind it come first. */
export async function clustersOfFinding(
  db: Db,
  seen: Seen,
  { companyId, findingId }: { companyId: string; findingId: string },
): Promise<AlikeGroup[]> {
  return rows(
    db,
    sql`with mine as materialized (
        select s.cluster_id, s.kind, ${textOfValue(seen, sql`${findingId}::uuid`)} as value, s.is_joining
        from finding_values v join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id
        where v.company_id = ${companyId} and v.finding_id = ${findingId} and not v.is_parted and not s.is_common)
      select cluster_id as "clusterId", n.findings, n.open, m.links
      from (select cluster_id, bool_or(is_joining) as is_joining,
          json_agg(json_build_object('kind', kind, 'text', value) order by array_position(${namingOrder}::text[], kind)) as links
        from mine group by 1) m
      cross join lateral (select sum(findings)::int as findings,
          coalesce(sum(findings) filter (where ${openOnes}), 0)::int as open
        from cluster_counts where company_id = ${companyId} and cluster_id = m.cluster_id and ${countsSeen(seen)}) n
      where n.findings > 1 order by m.is_joining desc, n.open desc, n.findings desc, cluster_id`,
  )
}
