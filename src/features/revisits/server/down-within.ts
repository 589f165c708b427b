import { downDays } from '#features/revisits/rules.ts'
import type { ObservedHours } from './clock-queries.ts'

type Down = { of: number; down: number; within: { days: number; percent: number | null }[] }

/**
 * The share of findings that were unreachable within so many days of the notice (Kaplan and Meier, in steps of an hour):
 * a finding that is still up counts among those at risk as long as it was observed. Null percent: nobody was observed for
 * so long. `hours` in ascending order.
 */
export function downWithin(hours: readonly ObservedHours[]): Down {
  const of = hours.reduce((sum, one) => sum + one.down + one.up, 0)
  const down = hours.reduce((sum, one) => sum + one.down, 0)
  return { of, down, within: downDays.map((days) => ({ days, percent: percentWithin(hours, of, days * 24) })) }
}

function percentWithin(hours: readonly ObservedHours[], of: number, until: number): number | null {
  let [atRisk, share] = [of, 1]
  for (const one of hours) {
    if (one.hours > until) break
    if (atRisk > 0) share *= 1 - one.down / atRisk
    atRisk -= one.down + one.up
  }
  const isObserved = share === 0 || hours.some((one) => one.hours >= until)
  return isObserved ? 100 * (1 - share) : null
}
