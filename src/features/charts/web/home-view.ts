import { platformOf } from '#platforms/all.ts'
import {
  daysAfter,
  type Day,
  type DayRange,
  earliestReportingDate,
  monthOf,
  readDay,
  showDayOnHome,
} from '#vocabulary/dates.ts'
import { findingPlatformNames, type FindingPlatformKey, type PlatformKey } from '#vocabulary/platform-names.ts'

/** A platform that has a tab on the home: TMCH has none (C-079). */
export type TabKey = FindingPlatformKey
export type HomeView = { tab: 'home' | TabKey; range: DayRange }
type Search = Readonly<Record<string, string | string[] | undefined>>

/** The tabs of a client whose brands have these platforms (C-078). */
export function tabsOf(platforms: ReadonlySet<PlatformKey>): TabKey[] {
  return findingPlatformNames.map(({ key }) => key).filter((key) => platforms.has(key))
}

/** The title of a tab, its key split into words: socialMedia → Social Media (C-081). */
export function tabTitle(key: string): string {
  const spaced = key.replace(/([a-z])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** The name of a platform everywhere but on its tab: E-commerce, not E Commerce. */
export const nameOf = (key: string): string => platformOf(key)?.title ?? tabTitle(key)

/** Reads the page address; missing or invalid values give the Home tab and the current month (C-174). */
export function homeViewOf(search: Search, tabs: readonly TabKey[], today: Day): HomeView {
  const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')
  const startDate = readDay(one(search['startDate']))
  const endDate = readDay(one(search['endDate']))
  return {
    tab: tabs.find((tab) => tab === search['tab']) ?? 'home',
    range: startDate && endDate && startDate <= endDate ? { startDate, endDate } : monthOf(today),
  }
}

/** The query of a view for the page address; defaults are omitted. */
export function searchOfHome({ tab, range }: HomeView, today: Day): Record<string, string> {
  const month = monthOf(today)
  const isMonth = range.startDate === month.startDate && range.endDate === month.endDate
  return { ...(tab === 'home' ? {} : { tab }), ...(isMonth ? {} : range) }
}

/** What a range is called in a sentence: 'this month', 'to date', or its first and last day. */
export function periodOf(range: DayRange, today: Day): string {
  const quick = quickRanges(today).find(
    (one) => one.range.startDate === range.startDate && one.range.endDate === range.endDate,
  )
  return quick?.sentence ?? `from ${showDayOnHome(range.startDate)} to ${showDayOnHome(range.endDate)}`
}

/** The quick ranges: whole months up to the current one, and all time. */
export function quickRanges(today: Day): { label: string; sentence: string; range: DayRange }[] {
  const { startDate, endDate } = monthOf(today)
  const back = (months: number) => {
    let first = startDate
    for (let n = 1; n < months; n++) first = monthOf(daysAfter(first, -1)).startDate
    return { startDate: first, endDate }
  }
  return [
    { label: 'This month', sentence: 'this month', range: back(1) },
    { label: '3 months', sentence: 'in 3 months', range: back(3) },
    { label: '12 months', sentence: 'in 12 months', range: back(12) },
    { label: 'All time', sentence: 'to date', range: { startDate: earliestReportingDate, endDate } },
  ]
}
