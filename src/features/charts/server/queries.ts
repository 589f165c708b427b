import { countedFindings, countersInScope, ownersIn } from '#features/findings/server/counters.ts'
import { countedValues, sellerKind } from '#features/findings/server/value-counters.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { joinConditions, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { Day, DayRange } from '#vocabulary/dates.ts'
import { maxColumns } from '#features/charts/contract.ts'

export type MonthCount = { platform: string; month: Day; status: string; n: number }
export type CompanyCount = { platform: string; company: string; status: string; n: number }
export type BrandCount = { id: string; name: string; n: number }

type Counted = {
  platform: string | null
  month: Day | null
  company: string | null
  brand_id: string | null
  brand: string | null
  status: string | null
  n: number
}

/** Finding counts of some platforms in a range: by month and status, by company and status, by brand. From counters. */
export async function countsOf(
  db: Db,
  scopes: readonly Scope[],
  range: DayRange,
): Promise<{ months: MonthCount[]; companies: CompanyCount[]; brands: BrandCount[] }> {
  const counted = scopes.map(
    (scope) => sql`select ${scope.platform} as platform, c.* from ${countedFindings(scope, range)} c`,
  )
  const found = await rows<Counted>(
    db,
    sql`with counted as (
        select platform, month, company_id, brand_id, status, sum(n)::int as n
        from (${sql.join(counted, sql` union all `)}) c
        group by grouping sets ((platform, month, status), (platform, company_id, status), (brand_id)) having sum(n) > 0)
      select c.platform, c.month, k.name as company, c.brand_id, b.brand_name as brand, c.status, c.n
      from counted c left join companies k on k.id = c.company_id left join brands b on b.id = c.brand_id`,
  )
  return {
    months: found.filter((one) => one.month !== null) as MonthCount[],
    companies: found.filter((one) => one.company !== null) as CompanyCount[],
    brands: found
      .filter((one) => one.brand_id !== null)
      .map((one) => ({ id: one.brand_id!, name: one.brand ?? '', n: one.n })),
  }
}

export type DateCount = { date: Day; status: string; n: number }

/**
 * The newest reporting dates of a range that have findings, by status. Each company and platform contributes its newest
 * dates by index. Pending changes may leave some without findings, so as many more dates are read.
 */
export async function newestDates(db: Db, scopes: readonly Scope[], range: DayRange): Promise<DateCount[]> {
  const within = sql`reporting_date between ${range.startDate}::date and ${range.endDate}::date`
  const newestPerCompany = scopes.map((scope) => {
    const companies = scope.companyIds
      ? sql`unnest(${scope.companyIds}::uuid[]) as k (id)`
      : sql`(select id from companies) k`
    const own = joinConditions([
      sql`platform = ${scope.platform}`,
      within,
      ...ownersIn({ ...scope, companyIds: undefined }),
    ])
    return sql`select d.reporting_date from ${companies} cross join lateral (
      select reporting_date from counter_day where company_id = k.id and ${own}
      group by reporting_date having sum(n) > 0 order by reporting_date desc
      limit ${maxColumns} + (select count(*) from pending)) d`
  })
  const inScopes = sql.join(
    scopes.map((scope) => sql`(${countersInScope(scope)})`),
    sql` or `,
  )
  const counted = scopes.flatMap((scope) =>
    [sql.table('counter_day'), sql.table('counter_delta')].map(
      (table) => sql`select reporting_date, status, n from ${table}
        where ${countersInScope(scope)} and reporting_date = any(array(select reporting_date from candidates))`,
    ),
  )
  return rows<DateCount>(
    db,
    sql`with pending as materialized (select distinct reporting_date from counter_delta where (${inScopes}) and ${within}),
      candidates as materialized (
        select reporting_date from pending union ${sql.join(newestPerCompany.map(parenthesised), sql` union `)}),
      counted as materialized (select reporting_date, status, sum(n)::int as n
        from (${sql.join(counted, sql` union all `)}) c group by 1, 2),
      newest as (select reporting_date from counted group by 1 having sum(n) > 0 order by 1 desc limit ${maxColumns})
      select c.reporting_date as date, c.status, c.n from counted c join newest using (reporting_date)
      where c.n > 0 order by 1, 2`,
  )
}

const parenthesised = (statement: Sql): Sql => sql`(${statement})`

export type DayCount = { platform: string; date: Day; status: string; n: number }

/** Finding counts of some platforms by reporting date and status, for a range of at most a month. From counters. */
export async function dayCountsOf(db: Db, scopes: readonly Scope[], range: DayRange): Promise<DayCount[]> {
  const counted = scopes.flatMap((scope) =>
    [sql.table('counter_day'), sql.table('counter_delta')].map(
      (table) => sql`select platform, reporting_date, status, n from ${table} where ${countersInScope(scope)}
        and reporting_date between ${range.startDate}::date and ${range.endDate}::date`,
    ),
  )
  return rows<DayCount>(
    db,
    sql`select platform, reporting_date as date, status, sum(n)::int as n
      from (${sql.join(counted, sql` union all `)}) c group by 1, 2, 3 having sum(n) > 0`,
  )
}

/** The number of findings by value (a site, a top-level domain, a social platform), largest first. */
export async function valuesOf(
  db: Db,
  scope: Scope,
  kind: string,
  range: DayRange,
): Promise<{ name: string; value: number }[]> {
  return rows(
    db,
    sql`select value as name, sum(n)::int as value from ${countedValues(scope, kind, range)} v
      group by 1 having sum(n) > 0 order by 2 desc, value collate "C"`,
  )
}

/** The sellers with the most findings, ignoring case; each named by its first spelling. */
export async function largestSellers(
  db: Db,
  scope: Scope,
  range: DayRange,
): Promise<{ name: string; value: number }[]> {
  return rows(
    db,
    sql`with counted as (
        select value, sum(n)::int as n from ${countedValues(scope, sellerKind, range)} v group by 1 having sum(n) > 0),
      keyed as (select value, n, ${ignoringCase} as seller from counted)
      select min(value collate "C") as name, sum(n)::int as value from keyed
      group by seller order by 2 desc, seller limit ${maxColumns}`,
  )
}

/**
 * `lower(value)`, compared by bytes. Texts of ASCII alone, which most sellers are, are put in lower case and grouped
 * without the database's ICU: with 63,000 sellers of a day that was half of the time.
 */
const ignoringCase = sql`(case when octet_length(value) = length(value) then lower(value collate "C") else lower(value) end)
  collate "C"`

export type WaitingCount = { platform: string; status: string; total: number; high: number }

/** The number of findings with one of these statuses, and how many of them have priority High, of all time. */
export async function waitingOf(
  db: Db,
  scopes: readonly Scope[],
  statuses: readonly string[],
): Promise<WaitingCount[]> {
  const counted = scopes.flatMap((scope) =>
    [sql.table('counter_priority'), sql.table('counter_delta')].map(
      (table) => sql`select platform, status, priority, n from ${table}
        where ${countersInScope(scope)} and status = any(${statuses}::text[])`,
    ),
  )
  return rows<WaitingCount>(
    db,
    sql`select platform, status, sum(n)::int as total, coalesce(sum(n) filter (where priority = 'High'), 0)::int as high
      from (${sql.join(counted, sql` union all `)}) c group by 1, 2 having sum(n) > 0 order by 1, 2`,
  )
}
