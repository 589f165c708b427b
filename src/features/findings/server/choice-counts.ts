import type { Pool } from 'pg'
import { columnOfFilter } from '#columns/conditions.ts'
import type { ChoiceCounts, ListInput } from '#features/findings/contract-schemas.ts'
import { type Db, expectedCost, joinConditions, rows, sql, type Sql, withinTime } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { type CountedColumn, isPlatformColumn } from './column-refs.ts'
import { countedFindings, countersInScope, countFindings } from './counters.ts'
import { counterQueryOf, findingQueryOf } from './list-findings.ts'
import { countByValue, countByValueAmong, type FindingQuery } from './queries.ts'
import { countedValues } from './value-counters.ts'
import { seesNothing } from './visible.ts'

/**
 * Most findings that are read for one filter whatever it takes; each costs five times as much with the platform's own
 * table, ten times where a text is searched in it. More are read for so many milliseconds, where an index leads to the
 * few that match: where PostgreSQL expects no more than this cost (a rare word 700 to 1,100, a common one or a status of
 * 170,000 findings 23,000 and more).
 */
const usualLimits = { alone: 40_000, joined: 8_000, searched: 4_000, cost: 5_000, milliseconds: 50 }
const allTime: DayRange = { startDate: '0001-01-01', endDate: '9999-12-31' }

type Deps = { db: Db; pool: Pool }
type Counted = { value: string | null; n: number }

/** A list query with the filter whose choices are counted. */
export type ChoicesInput = ListInput & { name: string }

/** How many findings of a list each choice of a filter leaves under the other filters. 403 for a foreign scope. */
export async function countFilterChoices(
  deps: Deps,
  session: Session,
  { platform, input, zone }: { platform: Platform; input: ChoicesInput; zone: string },
): Promise<ChoiceCounts> {
  return countChoices(deps, await findingQueryOf(deps.db, session, platform, input, zone), input.name)
}

/**
 * How many findings a query matches for each value of a column, without its conditions on that column. Exact where
 * counters know it, few findings are in its scope and dates or they are read in time; else counted among some: `atLeast`.
 * Of a joined column the caller has left out its own conditions.
 */
export async function countChoices(
  { db, pool }: Deps,
  query: FindingQuery,
  column: CountedColumn,
  limits = usualLimits,
): Promise<ChoiceCounts> {
  const others = typeof column === 'string' ? withoutColumn(query, column) : query
  if (seesNothing(others.scope) || others.ids?.length === 0) return totals([])
  const counted = typeof column === 'string' ? fromCounters(others, column) : undefined
  if (counted)
    return totals(
      await rows<Counted>(db, sql`select value, sum(n)::int as n from ${counted} c group by 1 having sum(n) > 0`),
    )
  const max = maxRead(others, column, limits)
  const size = others.ids?.length ?? (await countFindings(db, others.scope, others.range))
  if (size <= max) return totals(await rows<Counted>(db, countByValue(others, column)))
  const found =
    (await expectedCost(db, countByValue(others, column))) <= limits.cost
      ? await withinTime(pool, limits.milliseconds, (limited) => rows<Counted>(limited, countByValue(others, column)))
      : undefined
  return found ? totals(found) : totals(await rows<Counted>(db, countByValueAmong(others, column, max)), true)
}

function maxRead({ platform, filters }: FindingQuery, column: CountedColumn, limits: typeof usualLimits): number {
  const isOwn = (name: string) => isPlatformColumn(platform, columnOfFilter(name))
  const searched = Object.entries(filters).some(([name, one]) => isOwn(name) && one.search.startsWith('part'))
  if (searched) return limits.searched
  if (typeof column !== 'string' || isOwn(column)) return limits.joined
  return Object.keys(filters).some(isOwn) ? limits.joined : limits.alone
}

/** The query without its plain filter and conditions on a column. */
function withoutColumn(query: FindingQuery, column: string): FindingQuery {
  const filters = Object.entries(query.filters).filter(([name]) => columnOfFilter(name) !== column)
  return { ...query, filters: Object.fromEntries(filters) }
}

/** A relation of (value, n) from the stored counters, pending changes included; undefined where none knows it. */
function fromCounters(query: FindingQuery, column: string): Sql | undefined {
  const known = counterQueryOf(query)
  if (!known) return undefined
  const { scope, platform } = query
  if (column === 'status') return sql`(select status as value, n from ${countedFindings(scope, known.range)} k)`
  if (column === 'priority' && known.range === undefined) return byPriority(query, known.statuses)
  const isCounted = platform.valueChart?.column === column && known.statuses === undefined
  return isCounted ? countedValues(scope, column, known.range ?? allTime) : undefined
}

function byPriority({ scope }: FindingQuery, statuses: readonly string[] | undefined): Sql {
  const chosen = joinConditions([countersInScope(scope), ...(statuses ? [sql`status = any(${statuses}::text[])`] : [])])
  const parts = ['counter_priority', 'counter_delta'].map(
    (table) => sql`select nullif(priority, '') as value, n from ${sql.table(table)} where ${chosen}`,
  )
  return sql`(${sql.join(parts, sql` union all `)})`
}

function totals(found: readonly Counted[], atLeast = false): ChoiceCounts {
  const isBlank = ({ value }: Counted) => value === null || value === ''
  return {
    counts: Object.fromEntries(found.filter((one) => !isBlank(one)).map(({ value, n }) => [value, n])),
    empty: found.filter(isBlank).reduce((sum, { n }) => sum + n, 0),
    atLeast,
  }
}
