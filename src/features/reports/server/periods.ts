import type { Rhythm } from '#features/reports/contract.ts'
import { daysAfter, monthOf, type Day, type DayRange } from '#vocabulary/dates.ts'

/** The last complete week (Monday to Sunday) or month before `today`, a day in the business time zone. */
export function lastPeriod(rhythm: Rhythm, today: Day): DayRange {
  if (rhythm === 'monthly') return monthOf(daysAfter(monthOf(today).startDate, -1))
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = daysAfter(today, -sinceMonday)
  return { startDate: daysAfter(monday, -7), endDate: daysAfter(monday, -1) }
}

/** The period of the same kind before this one, for comparison. */
export function periodBefore(rhythm: Rhythm, { startDate }: DayRange): DayRange {
  if (rhythm === 'monthly') return monthOf(daysAfter(startDate, -1))
  return { startDate: daysAfter(startDate, -7), endDate: daysAfter(startDate, -1) }
}
