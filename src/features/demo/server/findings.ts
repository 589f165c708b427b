import { identityKey } from '#features/findings/server/identity-key.ts'
import { platforms } from '#platforms/all.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type Day, daysAfter, monthOf } from '#vocabulary/dates.ts'
import type { Priority } from '#vocabulary/priorities.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import type { StatusCode } from '#vocabulary/statuses.ts'
import { type OwnValues, ownColumns } from './own-columns.ts'
import type { DemoBrand } from './people.ts'
import type { DemoPicture } from './pictures.ts'
import { type Chance, chanceFor, idMaker } from './seeded.ts'
import { statusPaths, statusWeights } from './statuses-by-age.ts'
import * as blocks from './building-blocks.ts'

/** One status change of a finding; `by` is a Client for approvals and comments, an Analyst for the rest. */
export type StatusChange = { at: Date; from: string; to: StatusCode; by: 'client' | 'analyst' }

export type DemoFinding = {
  id: string
  brand: DemoBrand
  platform: FindingPlatformDefinition
  day: Day
  status: StatusCode
  priority: Priority | null
  reason: string
  reasonCode: string
  identityKey: string
  picture: DemoPicture
  comment: string | null
  /** Which analyst reported it: 0, 1 or 2. */
  analyst: number
  createdAt: Date
  updatedAt: Date
  statusHistory: StatusChange[]
  own: OwnValues
}

/** Findings of 24 months up to `today`, oldest first within a brand and platform. `share` below 1 gives fewer of them. */
export function* demoFindings(options: {
  brands: readonly DemoBrand[]
  pictures: ReadonlyMap<string, readonly DemoPicture[]>
  today: Day
  now: Date
  share: number
}): Generator<DemoFinding> {
  let serial = 0
  for (const brand of options.brands) {
    for (const platform of platforms) {
      const wanted = Math.ceil((brand.findings[platform.key] ?? 0) * options.share)
      const chance = chanceFor(`${brand.key} ${platform.value}`)
      const newId = idMaker(`${brand.key} ${platform.value}`)
      const codes = reasonCodes.filter(
        (one) => one.level === 'sub' && (one.platforms === 'all' || one.platforms.includes(platform.value)),
      )
      for (const day of reportingDays({ wanted, today: options.today, chance })) {
        const { own, shape } = ownColumns[platform.value]({ brand, chance, day, serial: ++serial })
        const reasonCode = codes[Math.floor(codes.length * chance.next() ** 2)]!
        const age = daysBetween(day, options.today)
        const status = chance.weighted(statusWeights(platform.value, age))
        const createdAt = momentOn({ day, now: options.now, chance })
        const statusHistory = statusHistoryOf({ status, from: createdAt, now: options.now, chance })
        yield {
          id: newId(createdAt),
          brand,
          platform,
          day,
          status,
          priority: chance.happens(0.04) ? null : reasonCode.priority,
          reason: reasonCode.meaning,
          reasonCode: reasonCode.code,
          identityKey: identityKey(platform, comparedAddress(platform, String(own[platform.identity]))),
          picture: chance.one(options.pictures.get(shape) ?? []),
          comment: chance.happens(0.06) ? chance.one(blocks.comments) : null,
          analyst: chance.weighted([
            [0, 6],
            [1, 3],
            [2, 1],
          ]),
          createdAt,
          updatedAt: statusHistory[statusHistory.length - 1]?.at ?? createdAt,
          statusHistory,
          own,
        }
      }
    }
  }
}

/**
 * The reporting days of `wanted` findings: an eighth in the month of `today`, even on its first days, a tenth in the
 * month before, the others in the 22 months before that, slowly rising. Analysts report once a week, in the current month
 * daily.
 */
function* reportingDays({ wanted, today, chance }: { wanted: number; today: Day; chance: Chance }): Generator<Day> {
  const current = Math.round(wanted * 0.125)
  const last = Math.round(wanted * 0.1)
  const monthStart = monthOf(today).startDate
  const older = wanted - current - last
  const months: Day[] = []
  for (let start = monthStart; months.length < 23; ) months.push((start = monthOf(daysAfter(start, -1)).startDate))
  const weights = months.slice(1).map((start, n) => [start, 1.6 - n / 22] as const)
  const days: Day[] = []
  for (let n = 0; n < older; n++) days.push(weeklyDay(chance.weighted(weights), chance))
  for (let n = 0; n < last; n++) days.push(weeklyDay(months[0]!, chance))
  days.sort()
  yield* days
  const elapsed = daysBetween(monthStart, today)
  const newest = Array.from({ length: current }, () =>
    daysAfter(monthStart, Math.round(elapsed * chance.next() ** 0.7)),
  )
  yield* newest.sort()
}

function weeklyDay(monthStart: Day, chance: Chance): Day {
  return daysAfter(monthStart, chance.one([2, 9, 16, 23]) + (chance.happens(0.2) ? 1 : 0))
}

/** A time within working hours of the day, never after now. */
function momentOn({ day, now, chance }: { day: Day; now: Date; chance: Chance }): Date {
  const at = new Date(`${day}T04:30:00Z`).getTime() + chance.whole(0, 8 * 3600) * 1000
  return new Date(Math.min(at, now.getTime() - chance.whole(60, 3600) * 1000))
}

function statusHistoryOf({
  status,
  from,
  now,
  chance,
}: {
  status: StatusCode
  from: Date
  now: Date
  chance: Chance
}): StatusChange[] {
  const steps = statusPaths[status]
  let at = from.getTime()
  return steps.map((to, n) => {
    if (n > 0) {
      const left = Math.max(0, now.getTime() - at)
      at += Math.floor(Math.min(left / (steps.length - n + 1), chance.whole(2, 12 * 24) * 3_600_000))
    }
    const isClients = to === '22' || to === '00' || to === '44'
    return { at: new Date(at), from: steps[n - 1] ?? '', to, by: isClients ? 'client' : 'analyst' }
  })
}

export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
