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

/**
 * Up to so many clocks percentiles are computed from each of them; of more, from the sums: within one per cent for 10,000
 * findings, further off for fewer (docs/decisions/0015-is-it-down.md has how far).
 */
export const exactUpTo = 10_000
/** Groups of up to so many findings are computed from each of them, too, the smallest first, while these are few together. */
const exactGroupUpTo = 1000

/** All figures of these clocks; `sums` are the settings by which sums must have been computed to be used. */
export async function clockFigures(
  db: Db,
  query: ClockQuery,
  choice: { step: Step; by: (typeof groupings)[number]; sums: SumSettings; exactUpTo?: number },
): Promise<ClockFigures> {
  const { step, by, sums } = choice
  const limit = choice.exactUpTo ?? exactUpTo
  const isMany = (await areSummed(db, sums)) && (await summedClocks(db, query)) > limit
  const read = isMany
    ? ([summedSteps, summedGroups, summedHours] as const)
    : ([statsBySteps, statsByGroup, observedHours] as const)
  const [steps, groups, hours] = await Promise.all([
    read[0](db, query),
    read[1](db, { ...query, step, by }),
    read[2](db, query),
  ])
  return { steps, groups: isMany ? await withExact(db, { ...query, step, by }, groups, limit) : groups, hours }
}

/** The groups with the figures of the small ones computed from their clocks. No index finds the clocks of a platform. */
async function withExact(
  db: Db,
  query: ClockQuery & { step: Step; by: (typeof groupings)[number] },
  groups: readonly GroupStats[],
  limit: number,
): Promise<GroupStats[]> {
  const keys: string[] = []
  let total = 0
  if (query.by !== 'platform')
    for (const { key, of } of groups.toSorted((a, b) => a.of - b.of)) {
      total += of
      if (of > exactGroupUpTo || total > limit) break
      keys.push(key)
    }
  if (keys.length === 0) return [...groups]
  const exact = new Map((await statsByGroup(db, { ...query, keys })).map((one) => [one.key, one]))
  return groups.map((one) => exact.get(one.key) ?? one)
}
