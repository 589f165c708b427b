import { endBeforeStart } from '#kit/contract/day-order.ts'
import { invalid } from '#kit/server/problem.ts'
import { monthOf, today, type Day, type DayRange } from '#vocabulary/dates.ts'

/**
 * The requested range of reporting dates: the current month of the business zone unless dates are given (C-099, G16).
 * A single date is completed by the current month, or by its own month where the two would cross.
 */
export function requestedRange(
  requested: { startDate?: Day | undefined; endDate?: Day | undefined },
  zone: string,
): DayRange {
  const { startDate, endDate } = requested
  if (startDate !== undefined && endDate !== undefined) {
    if (startDate > endDate) throw invalid({ endDate: endBeforeStart })
    return { startDate, endDate }
  }
  const month = monthOf(today(zone))
  if (startDate !== undefined)
    return { startDate, endDate: startDate > month.endDate ? monthOf(startDate).endDate : month.endDate }
  if (endDate !== undefined)
    return { startDate: endDate < month.startDate ? monthOf(endDate).startDate : month.startDate, endDate }
  return month
}
