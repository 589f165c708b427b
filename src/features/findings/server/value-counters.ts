import { joinConditions, sql, type Sql } from '#kit/server/db.ts'
import { daysAfter, monthOf, type Day, type DayRange } from '#vocabulary/dates.ts'
import { countersInScope, edgeDays, ownersIn, wholeMonths } from './counters.ts'
import type { Scope } from './visible.ts'

/** The kind under which sellers are counted; that of other values is the name of their column. */
export const sellerKind = 'seller'

/** The kind under which the dates of the last action are counted. */
export const actionDateKind = (platform: Scope['platform']): string => `acted-${platform}`

/**
 * A relation of (value, n): how many findings of a scope have each value in a range, exact, pending changes included.
 * Whole months and the days at the edges come from stored counters. Rows may repeat a value: sum over them.
 */
export function countedValues(scope: Scope, kind: string, range: DayRange): Sql {
  const months = wholeMonths(range)
  const chosen = joinConditions([sql`kind = ${kind}`, ...ownersIn(scope)])
  const counters: ValueCounters = { scope, chosen, months: monthCounters(scope, kind, chosen) }
  const pending = sql`select value, n from value_delta where ${chosen}
    and reporting_date between ${range.startDate}::date and ${range.endDate}::date`
  const parts = edgeDays(range, months)
    .flatMap(daysByMonth)
    .map((days) => countedByDay(counters, days))
  if (months) parts.push(countedByMonth(counters, months))
  return sql`(with brands as materialized (select ${areAllBrands(scope, kind)} as are_all)
    ${sql.join([...parts, pending], sql` union all `)})`
}

/** Where the counters of a scope are: `months` are alternatives, of which one applies when the statement runs. */
type ValueCounters = { scope: Scope; chosen: Sql; months: readonly Sql[] }

/**
 * `from … where …` of the counters by month. Sellers are also counted for all brands of a company together, in far fewer
 * rows, which are right where the scope has all its brands.
 */
function monthCounters(scope: Scope, kind: string, chosen: Sql): Sql[] {
  const byBrand = sql`from counter_value where ${chosen}`
  if (kind !== sellerKind) return [byBrand]
  const together = sql`from counter_seller where ${joinConditions(ownersIn({ ...scope, brandIds: undefined }))}`
  const areAll = sql`(select are_all from brands)`
  return [sql`${byBrand} and not ${areAll}`, sql`${together} and ${areAll}`]
}

/**
 * Whether no brand outside a scope has findings of its companies. Nothing of such a brand may be pending either: what it
 * had would be in the counters of all brands until it is folded.
 */
function areAllBrands(scope: Scope, kind: string): Sql {
  if (scope.brandIds === undefined) return sql`true`
  const companies = { ...scope, brandIds: undefined }
  const isOutside = sql`brand_id <> all(${scope.brandIds}::uuid[])`
  return sql`not exists (select from counter_month where ${countersInScope(companies)} and ${isOutside} and n <> 0)
    and not exists (select from counter_delta where ${countersInScope(companies)} and ${isOutside})
    and not exists (select from value_delta
      where ${joinConditions([sql`kind = ${kind}`, ...ownersIn(companies), isOutside])})`
}

/**
 * Stored months. A seller has few findings in a month, so many months are nearly as many rows as there are findings:
 * where most months are within the range, subtracting the others from the total reads far fewer.
 */
function countedByMonth({ scope, chosen, months }: ValueCounters, { first, last }: { first: Day; last: Day }): Sql {
  const inside = sql`month between ${first}::date and ${last}::date`
  const isLong = sql`(select is_long from share)`
  const parts = months.map(
    (stored) => sql`select value, n ${stored} and ${inside} and not ${isLong}
    union all select value, -n ${stored} and month > '-infinity' and month < ${first}::date and ${isLong}
    union all select value, -n ${stored} and month > ${last}::date and ${isLong}`,
  )
  return sql`(with share as materialized (${mostAre(inside, sql`counter_month where ${countersInScope(scope)}`)})
    select value, n from counter_value where ${chosen} and month = '-infinity' and ${isLong}
    union all ${sql.join(parts, sql` union all `)})`
}

/** Stored days of one month; where most of the month is within them, the month without its other days. */
function countedByDay({ scope, chosen, months }: ValueCounters, { startDate, endDate }: DayRange): Sql {
  const month = monthOf(startDate)
  const inside = sql`reporting_date between ${startDate}::date and ${endDate}::date`
  const inMonth = sql`reporting_date between ${month.startDate}::date and ${month.endDate}::date`
  const isLong = sql`(select is_long from share)`
  const storedCounts = sql`from counter_value_day where ${chosen}`
  const whole = months.map(
    (stored) => sql`select value, n ${stored} and month = ${month.startDate}::date and ${isLong}`,
  )
  return sql`(with share as materialized (
      ${mostAre(inside, sql`counter_day where ${countersInScope(scope)} and ${inMonth}`)})
    select value, n ${storedCounts} and ${inside} and not ${isLong}
    union all ${sql.join(whole, sql` union all `)}
    union all select value, -n ${storedCounts} and reporting_date >= ${month.startDate}::date
      and reporting_date < ${startDate}::date and ${isLong}
    union all select value, -n ${storedCounts} and reporting_date > ${endDate}::date
      and reporting_date <= ${month.endDate}::date and ${isLong})`
}

/** Whether the findings outside a range are so few that subtracting them reads less than adding up those inside. */
const mostAre = (inside: Sql, counters: Sql): Sql => sql`
  select coalesce(sum(n) filter (where not (${inside})), 0) < 0.6 * coalesce(sum(n) filter (where ${inside}), 0) as is_long
  from ${counters}`

/** The days of a range, cut where a month ends. */
function daysByMonth({ startDate, endDate }: DayRange): DayRange[] {
  const { endDate: monthEnd } = monthOf(startDate)
  if (endDate <= monthEnd) return [{ startDate, endDate }]
  return [{ startDate, endDate: monthEnd }, ...daysByMonth({ startDate: daysAfter(monthEnd, 1), endDate })]
}
