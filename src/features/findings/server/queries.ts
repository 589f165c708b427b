import { filterConditions } from '#kit/server/filter-sql.ts'
import type { Columns } from '#columns/column.ts'
import type { Filters } from '#columns/filter.ts'
import { joinConditions, preparedRows, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { columnRef, isPlatformColumn, joinPlatformTable, qualifiedName } from './column-refs.ts'
import { inBrands, type Scope } from './visible.ts'

/** Which findings a list or a download selects. */
export type FindingQuery = {
  platform: Platform
  scope: Scope
  /** Undefined for a notification, which ignores dates (G53). */
  range: DayRange | undefined
  filters: Filters
  /** Only these records (a notification's). */
  ids?: readonly string[] | undefined
  /** Exactly this seller, any letter case (G56). */
  seller?: string | undefined
  /** Further conditions on `f`, from a feature that stores more about findings. */
  extraConditions?: readonly Sql[] | undefined
}

/** The sort column of the definition, and its direction. */
export type Sorting = { by: string; direction: 'asc' | 'desc' }

/** A finding as it is read: the definition's column names, and what the common fields need. */
export type FindingRow = Record<string, unknown> & {
  id: string
  company_id: string
  company_name: string
  brand_id: string
  image: string | null
  image_bucket: string | null
  image_key: string | null
  /** Live findings of an e-commerce row's seller on its site, the row itself included (G64). */
  seller_everywhere?: number
  seller_in_company?: number
}

/** Whether any condition or the sort needs the platform's own table. */
const needsPlatformTable = ({ platform, filters }: FindingQuery, sort?: Sorting): boolean =>
  Object.keys(filters).some((name) => isPlatformColumn(platform, name)) ||
  (sort !== undefined && isPlatformColumn(platform, sort.by))

/** All conditions except the company. */
function conditions({ platform, scope, range, filters, ids, seller, extraConditions = [] }: FindingQuery): Sql[] {
  const all = [...inBrands(scope), ...extraConditions]
  if (range) all.push(sql`f.reporting_date between ${range.startDate}::date and ${range.endDate}::date`)
  if (ids) all.push(sql`f.id = any(${ids}::uuid[])`)
  if (seller !== undefined) all.push(sql`f.seller = lower(${seller.trim()}::text)`)
  return [...all, ...filterConditions(platform.columns, filters, (name) => columnRef(platform, name))]
}

/** Order of a list; ties are broken by id, newest first (G11). Nulls come where the index puts them. */
function order(platform: Platform, sort: Sorting): Sql {
  return sql`${columnRef(platform, sort.by)} ${sort.direction === 'asc' ? sql`asc` : sql`desc`}, f.id desc`
}

/**
 * The keys of one page in order: `company_id, id, brand_id`. Every index starts with the company; with several
 * companies each contributes its own first rows by index and those few are merged, so that no full sort is needed.
 */
function pageIds(query: FindingQuery, sort: Sorting, options: { size: number; offset: number }): Sql {
  const { platform, scope } = query
  const from = sql`from findings f ${needsPlatformTable(query, sort) ? joinPlatformTable(platform) : sql``}`
  const where = joinConditions(conditions(query))
  const by = order(platform, sort)
  if (scope.companyIds?.length === 1)
    return sql`select ${readsRowsDirectly(query, sort, options) ? sql`f.*` : sql`f.company_id, f.id, f.brand_id`} ${from}
      where f.company_id = ${scope.companyIds[0]!}::uuid and ${where}
      order by ${by} limit ${options.size} offset ${options.offset}`
  const companies = scope.companyIds ? sql`unnest(${scope.companyIds}::uuid[]) as c (id)` : sql`companies c`
  return sql`select f.company_id, f.id, f.brand_id from (
      select near.* from ${companies} cross join lateral (
        select f.company_id, f.id, f.brand_id, ${columnRef(platform, sort.by)} as sorted ${from}
        where f.company_id = c.id and ${where}
        order by ${by} limit ${options.size + options.offset}) near) f
    order by f.sorted ${sort.direction === 'asc' ? sql`asc` : sql`desc`}, f.id desc
    limit ${options.size} offset ${options.offset}`
}

/**
 * Whether the index scan that selects a page may return the whole rows, instead of looking each up again: when it
 * follows the index, skips few rows, and nearly every row it reads belongs to the page.
 */
function readsRowsDirectly(query: FindingQuery, sort: Sorting, { offset }: { offset: number }): boolean {
  const { companyIds, brandIds } = query.scope
  return companyIds?.length === 1 && brandIds?.length !== 1 && offset <= 200 && hasCommonShape(query, sort)
}

/** The rows requested, and what is read with them: a total from the counters, the values of a filter. */
type PageOptions = {
  size: number
  offset: number
  total?: Sql | undefined
  sites?: Sql | undefined
  /** Names of brands and companies by id, where the caller has them for all it may see. */
  names?: Readonly<Record<string, string>> | undefined
}

/** One page of rows; `total` is undefined when it was not requested. */
export type ListedPage = { found: FindingRow[]; total: number | undefined; sites: string[] }

type PageExtrasRow = {
  pageTotal: number | null
  pageSites: string[] | null
  pageNames: Readonly<Record<string, string>> | null
}

/**
 * One page of findings and the extras of a list, in one statement: first the ids, by the cheapest index path, then
 * their rows. The first row, or an empty one, carries the extras.
 */
export async function pageOfFindings(
  db: Db,
  query: FindingQuery,
  sort: Sorting,
  options: PageOptions,
): Promise<ListedPage> {
  const { total, sites, names } = options
  const { platform } = query
  const isDirect = readsRowsDirectly(query, sort, options)
  const chosen = sql`(select c.*, row_number() over () as position from (${pageIds(query, sort, options)}) c)`
  // It is read twice, so it is materialized.
  const isMaterialized = !isDirect || !names
  const rowsOfPage = isDirect
    ? sql`from ${isMaterialized ? sql`chosen` : chosen} f`
    : sql`from chosen join findings f on f.company_id = chosen.company_id and f.id = chosen.id`
  const first = (value: Sql | undefined) =>
    value ? sql`case when coalesce(page.position, 1) = 1 then ${value} end` : sql`null`
  const statement = sql`${isMaterialized ? sql`with chosen as materialized ${chosen}` : sql``}
    select page.*, ${first(total)} as "pageTotal", ${first(sites)} as "pageSites",
      ${first(names ? undefined : sql.raw(namesOfPage))} as "pageNames"
    from (select 1) as one left join (
      select ${isDirect ? sql`f.position` : sql`chosen.position`}, ${sql.raw(readColumns(platform))} ${rowsOfPage} ${joinPlatformTable(platform)}
      ${platform.value === 'e-commerce' ? sql.raw(joinSellers) : sql``}) page on true order by page.position`
  const read = hasCommonShape(query, sort) ? preparedRows : rows
  const found = await read<FindingRow & PageExtrasRow>(db, statement)
  const [{ pageTotal, pageSites, pageNames }] = found as [(typeof found)[number]]
  return {
    found: found[0]!.id === null ? [] : withNames(found, names ?? pageNames ?? {}),
    total: pageTotal ?? undefined,
    sites: pageSites ?? [],
  }
}

/** A page has few brands and companies: their names are read once and set here, not joined to each row. */
function withNames(found: FindingRow[], names: Readonly<Record<string, string>>): FindingRow[] {
  for (const one of found) {
    one['brand'] = names[one.brand_id]
    one.company_name = names[one.company_id]!
  }
  return found
}

const namesOfPage = `(select json_object_agg(id, name) from (
  select id, brand_name as name from brands where id = any(array(select distinct brand_id from chosen))
  union all select id, name from companies where id = any(array(select distinct company_id from chosen))) names)`

/** Whether it is a list as screens open it: its statement has few variants, and the index of the order always fits. */
function hasCommonShape({ filters, ids, seller, extraConditions }: FindingQuery, sort: Sorting): boolean {
  const isPlain =
    !ids && !extraConditions && seller === undefined && Object.keys(filters).every((name) => name === 'status')
  return isPlain && sort.by === 'reportingDate' && sort.direction === 'desc'
}

const readColumnsOf = new Map<string, string>()

/** The columns of a whole row, cached by platform: they are the longest part of every statement. */
function readColumns(platform: Platform): string {
  const known = readColumnsOf.get(platform.value)
  if (known !== undefined) return known
  const columns = Object.keys(platform.columns)
    .filter((name) => name !== 'image' && name !== 'brand')
    .map((name) => `${qualifiedName(platform, name)} as "${name}"`)
  const common = ['f.id', 'f.company_id', 'f.brand_id', 'f.image', 'f.image_bucket', 'f.image_key']
  const text = [...common, ...columns, ...(platform.value === 'e-commerce' ? sellerCounts : [])].join(', ')
  readColumnsOf.set(platform.value, text)
  return text
}

/** How many e-commerce findings the row's seller has on its site (any letter case), everywhere and in the row's company. */
const sellerCounts = [
  `coalesce(everywhere.n, 0) + ${pendingOfSeller('')} as seller_everywhere`,
  `coalesce(inside.n, 0) + ${pendingOfSeller(' and s.company_id = d.company_id')} as seller_in_company`,
]

/** Changes not yet folded; mostly there are none, which is checked once and not for each row. */
function pendingOfSeller(more: string): string {
  return `case when (select exists (select from seller_delta)) then coalesce((select sum(n) from seller_delta s
    where s.seller = sold.seller and s.site = sold.site${more}), 0) else 0 end`
}

const joinSellers = `cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
  left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
  left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site
    and inside.company_id = d.company_id`

/** `from findings f … where …` of everything a query matches. */
export function fromFindings(query: FindingQuery, more: readonly Sql[] = []): Sql {
  const { scope, seller } = query
  // Every index begins with the company, except that of sellers.
  const unbound = seller === undefined ? sql`f.company_id in (select id from companies)` : sql`true`
  const companies = scope.companyIds ? sql`f.company_id = any(${scope.companyIds}::uuid[])` : unbound
  return sql`from findings f ${needsPlatformTable(query) ? joinPlatformTable(query.platform) : sql``}
    where ${scope.companyIds?.length === 1 ? sql`f.company_id = ${scope.companyIds[0]!}::uuid` : companies}
    and ${joinConditions([...conditions(query), ...more])}`
}

/** Counts the findings a query matches, up to `max` where given (enough to check a cap). */
export async function numberOfFindings(db: Db, query: FindingQuery, max?: number): Promise<number> {
  const found = sql`select 1 ${fromFindings(query, byTrigrams(query))} ${max === undefined ? sql`` : sql`limit ${max}`}`
  return (await row<{ n: number }>(db, sql`select count(*) as n from (${found}) found`))!.n
}

/**
 * Always true. For a count the index of the searched column is sufficient, so the planner scans all texts of the
 * company in it instead of using the trigram index; this condition requires the row itself.
 */
function byTrigrams({ platform, filters }: FindingQuery): Sql[] {
  const searches = Object.entries(filters).some(
    ([name, condition]) => condition.search === 'part' && isPlatformColumn(platform, name),
  )
  return searches ? [sql`(d.ctid::text || '') is not null`] : []
}

/** Columns from a feature that stores more about findings; its join adds at most one row for each `f`. */
export type ExtraColumns = { names: readonly string[]; columns: Columns; cells: readonly Sql[]; join: Sql }

/** The statement of a download: the named cells of every matching finding, in the list's default order. */
export function findingsToDownload(query: FindingQuery, max: number, extraColumns?: ExtraColumns): Sql {
  const { platform, scope } = query
  const cells = [...platform.downloaded.map((name) => columnRef(platform, name)), ...(extraColumns?.cells ?? [])]
  const companies = scope.companyIds ? sql`f.company_id = any(${scope.companyIds}::uuid[]) and` : sql``
  return sql`select ${sql.join(cells)} from findings f ${joinPlatformTable(platform)} join brands b on b.id = f.brand_id
    ${extraColumns?.join ?? sql``}
    where ${companies} ${joinConditions(conditions(query))} order by f.reporting_date desc, f.id desc limit ${max}`
}

/** The finding ids of a notification; none when it is not the caller's (G53). */
export async function idsOfNotification(db: Db, userId: string, id: string): Promise<readonly string[]> {
  const found = await row<{ finding_ids: string[] }>(
    db,
    sql`select finding_ids from notifications join notices on notices.id = notice_id
      where ${id}::uuid in (notifications.id, notice_id) and user_id = ${userId}::uuid`,
  )
  return found?.finding_ids ?? []
}

/** The sorted distinct sites in a scope as a JSON list, as an expression within another statement. */
export function sitesIn(scope: Scope): Sql {
  return sql`(select json_agg(value) from (
      select value from facets where ${facetsIn(scope, ['site'])} group by value order by lower(value), value) sites)`
}

function facetsIn(scope: Scope, names: readonly string[]): Sql {
  return sql`platform = ${scope.platform} and name = any(${names}::text[])
    ${scope.companyIds ? sql`and company_id = any(${scope.companyIds}::uuid[])` : sql``}
    ${scope.brandIds ? sql`and brand_id = any(${scope.brandIds}::uuid[])` : sql``}`
}

/** Values people pick from in a filter, from the stored facets; sorted without regard to case. */
export async function facetValues(db: Db, scope: Scope, names: readonly string[]): Promise<Record<string, string[]>> {
  const found = await rows<{ name: string; value: string }>(
    db,
    sql`select name, value from facets where ${facetsIn(scope, names)}
      group by name, value order by name, lower(value), value`,
  )
  const values: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (const { name, value } of found) values[name]!.push(value)
  return values
}
