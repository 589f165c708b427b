import { joinConditions, sql, type Sql } from '#kit/server/db.ts'
import { monthOf, type DayRange } from '#vocabulary/dates.ts'
import { countersInScope, edgeDays, ownersIn, wholeMonths } from './counters.ts'
import { inScope, type Scope } from './visible.ts'

/** The columns whose values are counted, with their tables. */
const valueColumns = {
  tld: { table: 'findings_domain', column: 'tld' },
  platform: { table: 'findings_social_media', column: 'platform' },
  site: { table: 'findings_e_commerce', column: 'site' },
  seller: { table: 'findings_e_commerce', column: 'username' },
}

/** A counted column. */
export type ValueKind = keyof typeof valueColumns

/**
 * A relation of (value, n): how many findings of a scope have each value in a range, exact, pending changes included.
 * Whole months come from stored counters, the days at the edges are counted. Rows may repeat a value: sum over them.
 */
export function countedValues(scope: Scope, kind: ValueKind, range: DayRange): Sql {
  const months = wholeMonths(range)
  const parts = edgeDays(range, months).map((edge) => countedLive(scope, kind, edge))
  if (months) parts.push(countedByMonth(scope, kind, months))
  return sql`(${sql.join(parts, sql` union all `)})`
}

/**
 * Stored months and pending changes. A seller has few findings in a month, so many months are nearly as many rows as
 * there are findings: where most months are within the range, subtracting the others from the total reads far fewer.
 */
function countedByMonth(scope: Scope, kind: ValueKind, { first, last }: { first: string; last: string }): Sql {
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

function countedLive(scope: Scope, kind: ValueKind, days: DayRange): Sql {
  const { table, column } = valueColumns[kind]
  const value = sql.ref(`d.${column}`)
  return sql`select ${value} as value, 1 as n
    from findings f join ${sql.table(table)} d on d.company_id = f.company_id and d.finding_id = f.id
    where ${inScope(scope)} and f.reporting_date between ${days.startDate}::date and ${days.endDate}::date
      and ${value} is not null`
}
