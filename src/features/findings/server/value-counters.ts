import { joinConditions, sql, type Sql } from '#kit/server/db.ts'
import { platformOf } from '#platforms/all.ts'
import { monthOf, type DayRange } from '#vocabulary/dates.ts'
import { columnRef, joinPlatformTable } from './column-refs.ts'
import { countersInScope, edgeDays, ownersIn, wholeMonths } from './counters.ts'
import { inScope, type Scope } from './visible.ts'

/** The kind under which sellers are counted; that of other values is the name of their column. */
export const sellerKind = 'seller'

/**
 * A relation of (value, n): how many findings of a scope have each value in a range, exact, pending changes included.
 * Whole months come from stored counters, the days at the edges are counted. Rows may repeat a value: sum over them.
 */
export function countedValues(scope: Scope, kind: string, range: DayRange): Sql {
  const months = wholeMonths(range)
  const parts = edgeDays(range, months).map((edge) => countedLive(scope, kind, edge))
  if (months) parts.push(countedByMonth(scope, kind, months))
  return sql`(${sql.join(parts, sql` union all `)})`
}

/**
 * Stored months and pending changes. A seller has few findings in a month, so many months are nearly as many rows as
 * there are findings: where most months are within the range, subtracting the others from the total reads far fewer.
 */
function countedByMonth(scope: Scope, kind: string, { first, last }: { first: string; last: string }): Sql {
  const chosen = joinConditions([sql`kind = ${kind}`, ...ownersIn(scope)])
  const inside = sql`month between ${first}::date and ${last}::date`
  const isLong = sql`(select is_long from share)`
  const storedCounts = sql`from counter_value where ${chosen}`
  return sql`(with share as materialized (
      select coalesce(sum(n) filter (where not (${inside})), 0) < 0.6 * coalesce(sum(n) filter (where ${inside}), 0) as is_long
      from counter_month where ${countersInScope(scope)})
    select value, n ${storedCounts} and ${inside} and not ${isLong}
    union all select value, n ${storedCounts} and month = '-infinity' and ${isLong}
    union all select value, -n ${storedCounts} and month > '-infinity' and month < ${first}::date and ${isLong}
    union all select value, -n ${storedCounts} and month > ${last}::date and ${isLong}
    union all select value, n from value_delta where ${chosen}
      and reporting_date between ${first}::date and ${monthOf(last).endDate}::date)`
}

function countedLive(scope: Scope, kind: string, days: DayRange): Sql {
  const platform = platformOf(scope.platform)!
  const value = columnRef(platform, kind === sellerKind ? platform.seller!.name : kind)
  return sql`select ${value} as value, 1 as n
    from findings f ${joinPlatformTable(platform)}
    where ${inScope(scope)} and f.reporting_date between ${days.startDate}::date and ${days.endDate}::date
      and ${value} is not null`
}
