import type { DurationStats } from '#features/revisits/contract.ts'
import type { groupings, Step } from '#features/revisits/rules.ts'
import type { Db } from '#kit/server/db.ts'
import type { ClockQuery } from './clock-columns.ts'
import { type GroupStats, type ObservedHours, observedHours, statsByGroup, statsBySteps } from './clock-queries.ts'
import { areSummed, type SumSettings } from './clock-sums.ts'
import { summedClocks, summedGroups, summedHours, summedSteps } from './summed-figures.ts'

/** The figures of the clock, in seconds. */
export type ClockFigures = {
  steps: (DurationStats & { step: Step; of: number })[]
  groups: GroupStats[]
  hours: ObservedHours[]
}

/** Up to so many clocks percentiles are computed from each of them; of more, from the sums, within one per cent. */
export const exactUpTo = 10_000

/** All figures of these clocks; `sums` are the settings by which sums must have been computed to be used. */
export async function clockFigures(
  db: Db,
  query: ClockQuery,
  choice: { step: Step; by: (typeof groupings)[number]; sums: SumSettings; exactUpTo?: number },
): Promise<ClockFigures> {
  const { step, by, sums } = choice
  const isMany = (await areSummed(db, sums)) && (await summedClocks(db, query)) > (choice.exactUpTo ?? exactUpTo)
  const read = isMany
    ? ([summedSteps, summedGroups, summedHours] as const)
    : ([statsBySteps, statsByGroup, observedHours] as const)
  const [steps, groups, hours] = await Promise.all([
    read[0](db, query),
    read[1](db, { ...query, step, by }),
    read[2](db, query),
  ])
  return { steps, groups, hours }
}
