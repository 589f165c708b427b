import type { Pool } from 'pg'
import { joinConditions, row, sql, withinTime, type Db, type Sql } from '#kit/server/db.ts'
import { daysAfter, monthOf, type Day, type DayRange } from '#vocabulary/dates.ts'
import type { Scope } from './visible.ts'

/**
 * Findings in a scope and a range of reporting dates, from the stored counters: exact, pending changes included.
 * No range means all time, no statuses all of them. Costs a few index reads, whatever the size of the tables.
 */
export async function countFindings(
  db: Db,
  scope: Scope,
  range?: DayRange,
  statuses?: readonly string[],
): Promise<number> {
  const counted = await row<{ n: number }>(db, sql`select ${totalCounted(scope, range, statuses)} as n`)
  return counted!.n
}

/** The same as an expression within another statement. */
export function totalCounted(scope: Scope, range?: DayRange, statuses?: readonly string[]): Sql {
  const sums = counterParts(scope, range, statuses).map(({ from }) => sql`coalesce((select sum(n) ${from}), 0)`)
  return sql`(${sql.join(sums, sql` + `)})::bigint`
}

/**
 * A relation of (company_id, brand_id, month, status, n) for charts and totals: whole months from counter_month,
 * the days at the edges from counter_day, and what is not folded yet. Rows may repeat a key: sum over them.
 */
export function countedFindings(scope: Scope, range?: DayRange, statuses?: readonly string[]): Sql {
  const parts = counterParts(scope, range, statuses).map(
    ({ month, from }) => sql`select company_id, brand_id, ${month} as month, status, n ${from}`,
  )
  return sql`(${sql.join(parts, sql` union all `)})`
}

/** The parts a count is summed from: `from … where …` of each, and the expression of its month. */
function counterParts(scope: Scope, range?: DayRange, statuses?: readonly string[]): { month: Sql; from: Sql }[] {
  const chosen = joinConditions([countersInScope(scope), ...(statuses ? [sql`status = any(${statuses}::text[])`] : [])])
  const months = range && wholeMonths(range)
  const monthOfDay = sql`date_trunc('month', reporting_date)::date`
  const parts: { month: Sql; from: Sql }[] = []
  if (!range || months)
    parts.push({
      month: sql`month`,
      from: sql`from counter_month where ${chosen}
        ${months ? sql`and month between ${months.first}::date and ${months.last}::date` : sql``}`,
    })
  for (const edge of range ? edgeDays(range, months) : [])
    parts.push({
      month: monthOfDay,
      from: sql`from counter_day
        where ${chosen} and reporting_date between ${edge.startDate}::date and ${edge.endDate}::date`,
    })
  parts.push({
    month: monthOfDay,
    from: sql`from counter_delta where ${chosen}
      ${range ? sql`and reporting_date between ${range.startDate}::date and ${range.endDate}::date` : sql``}`,
  })
  return parts
}

/**
 * The days of some months on which findings of a scope have one of the statuses; some on which none has it any more may be
 * among them.
 */
export function daysWithStatus(scope: Scope, months: readonly Day[], statuses: readonly string[]): Sql {
  const days = sql`select generate_series(month, month + interval '1 month - 1 day', '1 day')::date
    from unnest(${months}::date[]) month`
  const parts = ['counter_day', 'counter_delta'].map(
    (table) => sql`select reporting_date from ${sql.table(table)}
      where ${countersInScope(scope)} and status = any(${statuses}::text[]) and reporting_date = any(array(${days}))`,
  )
  return sql.join(parts, sql` union `)
}

/** Rows of the counters that belong to a scope. */
export function countersInScope(scope: Scope): Sql {
  return joinConditions([sql`platform = ${scope.platform}`, ...ownersIn(scope)])
}

/** The companies and brands of a scope, as conditions on company_id and brand_id. */
export function ownersIn({ companyIds, brandIds }: Pick<Scope, 'companyIds' | 'brandIds'>): Sql[] {
  return [
    ...(companyIds ? [sql`company_id = any(${companyIds}::uuid[])`] : []),
    ...(brandIds ? [sql`brand_id = any(${brandIds}::uuid[])`] : []),
  ]
}

/** First days of the first and the last month that are completely in the range; undefined when none is. */
export function wholeMonths({ startDate, endDate }: DayRange): { first: Day; last: Day } | undefined {
  const first = startDate.endsWith('-01') ? startDate : daysAfter(monthOf(startDate).endDate, 1)
  const lastMonth = monthOf(endDate)
  const last =
    lastMonth.endDate === endDate ? lastMonth.startDate : monthOf(daysAfter(lastMonth.startDate, -1)).startDate
  return first <= last ? { first, last } : undefined
}

/** The days of a range before and after its whole months; the range itself when it has none. */
export function edgeDays(range: DayRange, months: { first: Day; last: Day } | undefined): DayRange[] {
  if (!months) return range.startDate <= range.endDate ? [range] : []
  const before = { startDate: range.startDate, endDate: daysAfter(months.first, -1) }
  const after = { startDate: daysAfter(monthOf(months.last).endDate, 1), endDate: range.endDate }
  return [before, after].filter((edge) => edge.startDate <= edge.endDate)
}

/** The tables of changes that are not folded yet, each with the function that folds some of its rows. */
const folds = [
  ['counter_delta', 'fold_counters'],
  ['seller_delta', 'fold_sellers'],
  ['value_delta', 'fold_values'],
] as const

const usualFold = { rows: 20_000, milliseconds: 10_000 }

/** Moves pending changes into the counters. Returns how many were moved. */
export async function foldCounters(db: Db): Promise<number> {
  let taken = 0
  for (const fold of folds) taken += await foldSome(db, fold, usualFold.rows)
  return taken
}

async function foldSome(db: Db, [pending, fold]: (typeof folds)[number], max: number): Promise<number> {
  const folded = await row<{ taken: number }>(
    db,
    sql`select case when exists (select from ${sql.table(pending)}) then ${sql.raw(fold)}(${max}::int) else 0 end as taken`,
  )
  return folded!.taken
}

/**
 * The same for the worker, which runs it every two seconds: a fold that takes longer than its time is undone and takes half
 * as many rows the next time; the others go on. Throws for those, after all had their turn.
 */
export function openCounterFolding(pool: Pool, { rows: max, milliseconds } = usualFold): () => Promise<number> {
  const sizes = new Map(folds.map((fold) => [fold, max]))
  return async () => {
    let taken = 0
    const late: string[] = []
    for (const fold of folds) {
      const size = sizes.get(fold)!
      const moved = await withinTime(pool, milliseconds, (db) => foldSome(db, fold, size))
      taken += moved ?? 0
      sizes.set(fold, moved === undefined ? Math.max(fewestFolded, Math.ceil(size / 2)) : Math.min(max, size * 2))
      if (moved === undefined) late.push(`${fold[1]} did not fold ${size} rows within ${milliseconds} ms`)
    }
    if (late.length > 0) throw new Error(late.join('; '))
    return taken
  }
}

const fewestFolded = 100
