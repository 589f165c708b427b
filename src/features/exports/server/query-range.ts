import { endBeforeStart } from '#kit/contract/day-order.ts'
import { invalid } from '#kit/server/problem.ts'
import { type Day, type DayRange, today } from '#vocabulary/dates.ts'

/** A query with its days, each of them today in this zone where it was left out (G16). 422 when it then ends before it starts. */
export function withDays<Query extends { startDate?: Day | undefined; endDate?: Day | undefined }>(
  query: Query,
  zone: string,
): Query & DayRange {
  const { startDate = today(zone), endDate = today(zone) } = query
  if (startDate > endDate) throw invalid({ endDate: endBeforeStart })
  return { ...query, startDate, endDate }
}
