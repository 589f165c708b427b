import type { Pool } from 'pg'
import type { exportCalls } from '#features/exports/contract.ts'
import { choicesOf, type ChoiceName } from '#features/exports/rules.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { type Db, withinTime } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { choicesIn, scopeOf } from './bulk-request.ts'
import * as queries from './choice-queries.ts'

/** Most findings that are read to apply the other filters; with more, values are looked up for so many milliseconds. */
const usualLimits = { read: 40_000, milliseconds: 80 }

/**
 * The values of a filter that the findings of a scope have which the other filters select, at most 100; none where the
 * platform has no such filter. Where that cannot be said in time, the values of the scope and dates.
 */
export async function readChoices(
  { db, pool }: { db: Db; pool: Pool },
  session: Session,
  { name, input }: { name: ChoiceName; input: HandlerInput<typeof exportCalls.statuses> & DayRange },
  limits = usualLimits,
): Promise<string[]> {
  const { scope } = await scopeOf(db, session, input)
  if (!choicesOf(input.platform.value).includes(name)) return []
  const range = { startDate: input.startDate, endDate: input.endDate }
  const { [name]: _own, ...others } = choicesIn(input)
  const query = { name, scope, range, others, search: input.search ?? '' }
  if (Object.keys(others).length === 0) return queries.valuesInScope(db, query)
  const { size, months } = await queries.readingSize(db, query, limits.read)
  if (size <= limits.read) return queries.valuesByReading(db, query, months)
  const found = await withinTime(pool, limits.milliseconds, (limited) => queries.valuesByLooking(limited, query))
  return found ?? queries.valuesInScope(db, query)
}
