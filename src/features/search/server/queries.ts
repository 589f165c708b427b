import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { namedColumns } from '#features/findings/server/titles-of.ts'
import { inScopes, type Scope } from '#features/findings/server/visible.ts'
import type { FoundRecord } from '#features/search/contract.ts'
import { type RecordKind, searchBounds } from '#features/search/rules.ts'
import { isActiveStaff } from '#kit/server/active-people.ts'
import { likePattern, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { sellerPlatform } from '#platforms/all.ts'

const { records: maxRecords, recent: maxRecent } = searchBounds

/** Rows that one source reads at most before the person's scope is applied. */
const candidates = 100

/** A range of an index that has every text with this beginning: no character comes after U+10FFFF. */
const beginsWith = (column: Sql, text: string): Sql => sql`${column} >= ${text} and ${column} < ${`${text}\u{10ffff}`}`

/** Companies that findings are searched in; undefined: all. */
const companiesIn = (ids: readonly string[] | undefined): Sql =>
  ids ? sql`unnest(${ids}::uuid[]) c (id)` : sql`(select id from companies where deleted_at is null) c`

const brandsIn = (ids: readonly string[] | undefined): Sql =>
  ids ? sql`b.id = any(${ids}::uuid[])` : sql`b.deleted_at is null`

export type FindingSearch = {
  scopes: readonly Scope[]
  companyIds: readonly string[] | undefined
  brandIds: readonly string[] | undefined
  /** Identity keys of the text as the address of each platform; a domain and a listing id where it may be one. */
  keys: readonly string[]
  domain: string | undefined
  /** The domain may be the beginning of one: no address was given. */
  isPartOfDomain: boolean
  lid: string | undefined
  /** Where the text is an id. */
  id: string | undefined
}

export type FoundFinding = {
  id: string
  platform: string
  companyId: string
  company: string
  brandId: string
  brand: string
  status: string
  reportingDate: string
}

/** Findings by address, id, domain and listing id, those that are exactly it first. Every source reads an index. */
export function findFindings(db: Db, search: FindingSearch): Promise<FoundFinding[]> {
  const sources = sourcesOf(search)
  if (sources.length === 0 || search.scopes.length === 0) return Promise.resolve([])
  return rows(
    db,
    sql`with found as materialized (${sql.join(sources, sql` union all `)}),
      ranked as (select company_id, id, min(rank) as rank from found group by 1, 2)
      select ${namedColumns} from ranked r join findings f on f.company_id = r.company_id and f.id = r.id
      where ${inScopes(search.scopes)} order by r.rank, f.reporting_date desc, f.id desc limit ${maxRecords}`,
  )
}

function sourcesOf({ companyIds, brandIds, keys, domain, isPartOfDomain, lid, id }: FindingSearch): Sql[] {
  const companies = companiesIn(companyIds)
  const fromOwn = (table: string, condition: Sql, rank: number): Sql => sql`(
    select d.company_id, d.id, ${rank}::int as rank from ${companies} cross join lateral (
      select o.company_id, o.finding_id as id from ${sql.table(table)} o
      where o.company_id = c.id and ${condition} limit ${candidates} offset 0) d limit ${candidates})`
  return [
    ...(keys.length > 0
      ? [
          sql`(select f.company_id, f.id, 1 as rank from brands b cross join lateral (
              select f.company_id, f.id from findings f where f.company_id = b.company_id and f.brand_id = b.id
                and f.identity_key = any(${keys}::uuid[]) and f.deleted_at is null offset 0) f
            where ${brandsIn(brandIds)} limit ${candidates})`,
        ]
      : []),
    ...(id
      ? [
          sql`(select f.company_id, f.id, 1 as rank from ${companies} join findings f on f.company_id = c.id
            and f.id = ${id}::uuid)`,
        ]
      : []),
    ...(lid
      ? [
          fromOwn('findings_e_commerce', sql`o.lid is not null and upper(btrim(o.lid)) = ${lid}`, 1),
          fromOwn('findings_e_commerce', sql`o.lid is not null and ${beginsWith(sql`upper(btrim(o.lid))`, lid)}`, 3),
        ]
      : []),
    ...(domain
      ? ['findings_domain', 'findings_website'].flatMap((table) => [
          fromOwn(table, sql`o.domain = ${domain}`, 2),
          ...(isPartOfDomain ? [fromOwn(table, beginsWith(sql`o.domain`, domain), 3)] : []),
        ])
      : []),
  ]
}

/** Findings in scope by their keys, for the records that a person opened before. */
export function findingsByIds(
  db: Db,
  scopes: readonly Scope[],
  keys: readonly { companyId: string; id: string }[],
): Promise<FoundFinding[]> {
  if (scopes.length === 0 || keys.length === 0) return Promise.resolve([])
  return rows(
    db,
    sql`select ${namedColumns}
      from unnest(${keys.map(({ companyId }) => companyId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (company_id, id)
      join findings f on f.company_id = k.company_id and f.id = k.id where ${inScopes(scopes)}`,
  )
}

export type FoundSeller = { id: string; name: string; sites: string[]; companyId: string; company: string }

/**
 * Sellers by a part of their name, those that begin with it first: one for each company whose findings they have, with
 * the sites, from the counters, and the name as the newest finding spells it. `scope` limits them to those of which the person sees a finding; `only` finds one by its
 * whole name, in its company if that is known.
 */
export function findSellers(
  db: Db,
  { scope, ...by }: { scope: Scope } & ({ text: string } | { only: string; companyId: string | null }),
): Promise<FoundSeller[]> {
  const { companyIds } = scope
  const sources = 'text' in by ? sellersNamed(by.text) : [isOnly(by)]
  const source = (condition: Sql): Sql => sql`(select s.seller, s.site, s.company_id from seller_counts s
      where ${condition} and s.n > 0 ${companyIds ? sql`and s.company_id = any(${companyIds}::uuid[])` : sql``}
      limit ${candidates})`
  const begins = 'text' in by ? sql`${beginsWith(sql`s.seller`, by.text)} desc,` : sql``
  return rows(
    db,
    sql`with found as materialized (${sql.join(sources.map(source), sql` union `)})
      select s.seller as id, ${spelling(scope)} as name, s.company_id as "companyId", c.name as company,
        array_agg(s.site order by s.site) as sites
      from found s join companies c on c.id = s.company_id and c.deleted_at is null
      where exists (select from findings f where f.seller = s.seller and f.company_id = s.company_id and ${inScopes([scope])})
      group by s.seller, s.company_id, c.name
      order by ${begins} s.seller, c.name, s.company_id limit ${maxRecords}`,
  )
}

/** The name of seller `s` on the newest finding that the person sees; the counters have it in lower case. */
const spelling = (scope: Scope): Sql => sql`(
  select ${columnRef(sellerPlatform, sellerPlatform.seller!.name)} from findings f ${joinPlatformTable(sellerPlatform)}
  where f.seller = s.seller and f.company_id = s.company_id and ${inScopes([scope])}
  order by f.reporting_date desc, f.id desc limit 1)`

/** Fewer characters than these are in too many names, and no index finds them. */
const shortestPart = 3

const sellersNamed = (text: string): Sql[] => [
  beginsWith(sql`s.seller`, text),
  ...(text.length < shortestPart ? [] : [sql`s.seller like ${likePattern(text)}`]),
]

const isOnly = ({ only, companyId }: { only: string; companyId: string | null }): Sql =>
  sql`s.seller = ${only} and ${companyId ? sql`s.company_id = ${companyId}::uuid` : sql`true`}`

type Named = Pick<FoundRecord, 'id' | 'title' | 'hint' | 'companyId' | 'brandId'>

/** Those whose name begins with the text before those that contain it. */
const nearest = (name: Sql, text: string): Sql =>
  sql`lower(${name}) not like ${`${escaped(text.toLowerCase())}%`}, lower(${name})`

const escaped = (text: string): string => likePattern(text).slice(1, -1)

/** Companies by a part of their name, or by id. */
export function findCompanies(db: Db, by: { text: string } | { ids: readonly string[] }): Promise<Named[]> {
  return rows(
    db,
    sql`select c.id, c.name as title, c.legal_name as hint, c.id as "companyId", null as "brandId" from companies c
      where c.deleted_at is null and ${'text' in by ? sql`c.name ilike ${likePattern(by.text)}` : sql`c.id = any(${by.ids}::uuid[])`}
      order by ${'text' in by ? nearest(sql`c.name`, by.text) : sql`c.id`}, c.id limit ${maxRecords}`,
  )
}

/** Brands by a part of their name, or by id, with their company. */
export function findBrands(db: Db, by: { text: string } | { ids: readonly string[] }): Promise<Named[]> {
  return rows(
    db,
    sql`select b.id, b.brand_name as title, c.name as hint, c.id as "companyId", b.id as "brandId"
      from brands b join companies c on c.id = b.company_id and c.deleted_at is null
      where b.deleted_at is null
        and ${'text' in by ? sql`b.brand_name ilike ${likePattern(by.text)}` : sql`b.id = any(${by.ids}::uuid[])`}
      order by ${'text' in by ? nearest(sql`b.brand_name`, by.text) : sql`b.id`}, b.id limit ${maxRecords}`,
  )
}

/** Users by a part of name, username or email address, or by id; of staff only those who work here now. */
export function findUsers(
  db: Db,
  by: { text: string } | { ids: readonly string[] },
  { onlyStaff }: { onlyStaff: boolean },
): Promise<Named[]> {
  return rows(
    db,
    sql`select u.id, concat_ws(' ', u.first_name, u.last_name) as title, u.username as hint, u.company_id as "companyId",
        null as "brandId"
      from users u where u.deleted_at is null ${onlyStaff ? sql`and ${isActiveStaff(sql`u`)}` : sql``}
        and ${'text' in by ? sql`u.search_text ilike ${likePattern(by.text)}` : sql`u.id = any(${by.ids}::uuid[])`}
      order by ${'text' in by ? nearest(sql`u.first_name`, by.text) : sql`u.id`}, u.id limit ${maxRecords}`,
  )
}

export type RecentRecord = { kind: RecordKind; record: string; companyId: string | null }

/** The records that a person opened last, newest first. */
export function recentRecords(db: Db, userId: string): Promise<RecentRecord[]> {
  return rows(
    db,
    sql`select kind, record, company_id as "companyId" from recent_records where user_id = ${userId}::uuid
      order by opened_at desc, kind, record limit ${maxRecent}`,
  )
}

/** Notes a record as the last one opened; older ones than those that are offered are dropped. */
export async function noteRecent(db: Db, userId: string, { kind, record, companyId }: RecentRecord): Promise<void> {
  await rows(
    db,
    sql`insert into recent_records (user_id, kind, record, company_id)
      values (${userId}::uuid, ${kind}, ${record}, ${companyId}::uuid)
      on conflict (user_id, kind, record) do update set opened_at = now(), company_id = excluded.company_id`,
  )
  await rows(
    db,
    sql`delete from recent_records where user_id = ${userId}::uuid and (kind, record) not in (
      select kind, record from recent_records where user_id = ${userId}::uuid order by opened_at desc, kind, record
      limit ${maxRecent})`,
  )
}
