import { filterConditions } from '#kit/server/filter-sql.ts'
import type { Columns } from '#columns/column.ts'
import { columnOfFilter } from '#columns/conditions.ts'
import type { Filters } from '#columns/filter.ts'
import { joinConditions, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { columnRef, type CountedColumn, isPlatformColumn, joinPlatformTable } from './column-refs.ts'
import { hasNotificationId } from './notification-id.ts'
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

/** The platform's own table as `d`, if a filter or the column to sort by needs it. */
export function joinIfNeeded({ platform, filters }: FindingQuery, sortBy?: string): Sql {
  const used = [...Object.keys(filters).map(columnOfFilter), ...(sortBy === undefined ? [] : [sortBy])]
  return used.some((name) => isPlatformColumn(platform, name)) ? joinPlatformTable(platform) : sql``
}

/** All conditions except the company. */
export function conditions(query: FindingQuery): Sql[] {
  return [...scopeConditions(query), ...chosenConditions(query)]
}

/** The conditions on brands, dates, ids and seller. */
function scopeConditions({ scope, range, ids, seller }: FindingQuery): Sql[] {
  const all = inBrands(scope)
  if (range) all.push(sql`f.reporting_date between ${range.startDate}::date and ${range.endDate}::date`)
  if (ids) all.push(sql`f.id = any(${ids}::uuid[])`)
  if (seller !== undefined) all.push(sql`f.seller = lower(${seller.trim()}::text)`)
  return all
}

/** The conditions of the filters, and those of other features. */
export function chosenConditions({ platform, filters, extraConditions = [] }: FindingQuery): Sql[] {
  return [...extraConditions, ...filterConditions(platform.columns, filters, (name) => columnRef(platform, name))]
}

/** The companies of a query as one condition. */
function inItsCompanies({ scope: { companyIds }, seller }: FindingQuery): Sql {
  if (companyIds?.length === 1) return sql`f.company_id = ${companyIds[0]!}::uuid`
  if (companyIds) return sql`f.company_id = any(${companyIds}::uuid[])`
  // Every index begins with the company, except that of sellers.
  return seller === undefined ? sql`f.company_id in (select id from companies)` : sql`true`
}

/** `from findings f … where …` of everything a query matches; `column` is one that is selected. */
export function fromFindings(query: FindingQuery, more: readonly Sql[] = [], column?: CountedColumn): Sql {
  return sql`from findings f ${joinFor(query, column)}
    where ${inItsCompanies(query)} and ${joinConditions([...conditions(query), ...more])}`
}

/** All findings of a query's scope and dates, whatever its filters are. */
export const allInScope = (query: FindingQuery): Sql => sql`select f.* from findings f
  where ${inItsCompanies(query)} and ${joinConditions(scopeConditions(query))}`

/** The values of a column and how many findings that a query matches have each of them. */
export function countByValue(query: FindingQuery, column: CountedColumn): Sql {
  return countedBy(query, column, fromFindings(query, byTrigrams(query), column))
}

/** The same among at most `max` findings of its scope and dates: those without an order that are read first. */
export function countByValueAmong(query: FindingQuery, column: CountedColumn, max: number): Sql {
  const some = sql`${allInScope(query)} limit ${max}`
  return countedBy(
    query,
    column,
    sql`from (${some}) f ${joinFor(query, column)} where ${joinConditions(chosenConditions(query))}`,
  )
}

const joinFor = (query: FindingQuery, column?: CountedColumn): Sql =>
  typeof column === 'object' ? sql`${joinIfNeeded(query)} ${column.join}` : joinIfNeeded(query, column)

const countedBy = ({ platform }: FindingQuery, column: CountedColumn, from: Sql): Sql => sql`
  select ${typeof column === 'string' ? columnRef(platform, column) : column.cell}::text as value, count(*)::int as n ${from}
  group by 1 order by 2 desc limit ${maxValues}`

/** Most values of one column that are counted. */
const maxValues = 1000

/** Counts the findings a query matches, up to `max` where given (enough to check a cap). */
export async function numberOfFindings(db: Db, query: FindingQuery, max?: number): Promise<number> {
  const found = sql`select 1 ${fromFindings(query, byTrigrams(query))} ${max === undefined ? sql`` : sql`limit ${max}`}`
  return (await row<{ n: number }>(db, sql`select count(*) as n from (${found}) found`))!.n
}

/**
 * Always true. For a count the index of the searched column is sufficient, so the planner scans all texts of the
 * company in it instead of using the trigram index; this condition requires the row itself.
 */
export function byTrigrams({ platform, filters }: FindingQuery): Sql[] {
  const searches = Object.entries(filters).some(
    ([name, { search }]) =>
      (search === 'part' || search === 'parts') && isPlatformColumn(platform, columnOfFilter(name)),
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

/** The finding ids of a notification, by its id or that of a notice in it; none when it is not the caller's (G53). */
export async function idsOfNotification(db: Db, userId: string, id: string): Promise<readonly string[]> {
  const found = await row<{ finding_ids: string[] }>(
    db,
    sql`select finding_ids from notifications n join notices o on o.id = n.notice_id
      where ${hasNotificationId(id)} and n.user_id = ${userId}::uuid
      order by n.notice_id = ${id}::uuid desc limit 1`,
  )
  return found?.finding_ids ?? []
}

/** The sorted distinct sites in a scope as a JSON list, as an expression within another statement. */
export function sitesIn(scope: Scope, column: string): Sql {
  return sql`(select json_agg(value) from (
      select value from facets where ${facetsIn(scope, [column])} group by value order by lower(value), value) sites)`
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
