import { steps } from './texts.ts'
import { countings, groupings, type Step, stepNames } from '#features/revisits/rules.ts'
import type { DurationStats } from '#features/revisits/contract.ts'
import type { BarsChart } from '#kit/web/chart/chart.ts'
import { orderedColour } from '#kit/web/chart/chart-palette.ts'
import { type Day, daysAfter, readDay } from '#vocabulary/dates.ts'
import { inDays } from './durations.ts'
import { texts } from './texts.ts'

type By = (typeof groupings)[number]
type Counting = (typeof countings)[number]
/** The filters and choices of the clock screen. */
export type ClockView = {
  step: Step
  by: By
  /** Which hours durations count. */
  count: Counting
  range: { startDate: Day; endDate: Day }
  filters: Readonly<Record<string, string>>
}

const filterNames = ['company', 'brand', 'platform'] as const
const defaults = { step: 'all', by: 'month', count: 'all' } as const satisfies { step: Step; by: By; count: Counting }
/** A year in days: medians of recent months change slowly. */
const defaultDays = 365

/** The view of a URL; invalid values count as absent. */
export function clockViewOf(search: Readonly<Record<string, unknown>>, today: Day): ClockView {
  const startDate = readDay(search['startDate'])
  const endDate = readDay(search['endDate'])
  const filters: Record<string, string> = {}
  for (const name of filterNames) if (typeof search[name] === 'string' && search[name]) filters[name] = search[name]
  return {
    step: stepNames.find((one) => one === search['step']) ?? defaults.step,
    by: groupings.find((one) => one === search['by']) ?? defaults.by,
    count: countings.find((one) => one === search['count']) ?? defaults.count,
    range: startDate && endDate && startDate <= endDate ? { startDate, endDate } : defaultRange(today),
    filters,
  }
}

/** The search parameters of a view; default values are left out. */
export function searchOfClock({ step, by, count, range, filters }: ClockView, today: Day): Record<string, string> {
  const { startDate, endDate } = defaultRange(today)
  return {
    ...(step === defaults.step ? {} : { step }),
    ...(by === defaults.by ? {} : { by }),
    ...(count === defaults.count ? {} : { count }),
    ...(range.startDate === startDate && range.endDate === endDate ? {} : range),
    ...filters,
  }
}

const defaultRange = (today: Day) => ({ startDate: daysAfter(today, 1 - defaultDays), endDate: today })

type NamedStats = DurationStats & { name: string; key: string; of: number }

/**
 * Medians and 90th percentiles in days as bars, each with how many findings ended the step of how many that began it; what
 * fewer than half ended has none, and what fewer than nine in ten ended has only the first.
 */
export function clockBars(groups: readonly NamedStats[], daySeconds?: number): BarsChart {
  const known = groups.filter(({ median }) => median !== null)
  return {
    kind: 'bars',
    labels: known.map(({ name, findings, of }) => `${name} (${texts.nOf(findings, of)})`),
    marks: known.map(({ key }) => key),
    series: [
      {
        code: 'median',
        name: texts.median,
        colour: orderedColour(0),
        data: known.map(({ median }) => inDays(median!, daySeconds)),
      },
      {
        code: 'p90',
        name: texts.p90,
        colour: orderedColour(2),
        data: known.map(({ p90 }) => (p90 === null ? null : inDays(p90, daySeconds))),
      },
    ],
    grouped: {
      unit: daySeconds === undefined ? 'days' : 'business days',
      countLabel: 'Findings',
      counts: known.map(({ findings }) => findings),
    },
  }
}

/** Whether anything has a bar. */
export const hasBars = ({ labels }: BarsChart): boolean => labels.length > 0

/** What fewer than half have ended: 'Mar 2026 (5 of 40)'. */
export const withoutBars = (groups: readonly NamedStats[]): string[] =>
  groups.filter(({ median }) => median === null).map(({ name, findings, of }) => `${name} (${texts.nOf(findings, of)})`)

/** The statistics of the steps with their names. */
export const namedSteps = (stats: readonly (DurationStats & { step: Step; of: number })[]): NamedStats[] =>
  stats.map((one) => ({ ...one, key: one.step, name: steps.find(([step]) => step === one.step)![1] }))
