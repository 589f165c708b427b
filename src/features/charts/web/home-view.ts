import { platformOf } from '#platforms/all.ts'
import { daysAfter, type Day, type DayRange, earliestReportingDate, monthOf, readDay } from '#vocabulary/dates.ts'
import { platformNames, type PlatformKey } from '#vocabulary/platform-names.ts'

/** A platform that has a tab on the home: TMCH has none (C-079). */
export type TabKey = Exclude<PlatformKey, 'tmch'>
export type HomeView = { tab: 'home' | TabKey; range: DayRange }
type Search = Readonly<Record<string, string | string[] | undefined>>

/** The tabs of a client whose brands have these platforms (C-078). */
export function tabsOf(platforms: ReadonlySet<PlatformKey>): TabKey[] {
  return platformNames.map(({ key }) => key).filter((key): key is TabKey => key !== 'tmch' && platforms.has(key))
}

/** The title of a tab, its key as words: socialMedia → Social Media (C-081). */
export function wordsOf(key: string): string {
  const spaced = key.replace(/([a-z])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** What a platform is called everywhere but on its tab: E-commerce, not E Commerce. */
export const nameOf = (key: string): string => platformOf(key)?.title ?? wordsOf(key)

/** Reads the address; what it does not say, or says wrong, is the Home tab and the current month (C-174). */
export function homeViewOf(search: Search, tabs: readonly TabKey[], today: Day): HomeView {
  const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')
  const startDate = readDay(one(search['startDate']))
  const endDate = readDay(one(search['endDate']))
  return {
    tab: tabs.find((tab) => tab === search['tab']) ?? 'home',
    range: startDate && endDate && startDate <= endDate ? { startDate, endDate } : monthOf(today),
  }
}

/** The address of a view; defaults are left out. */
export function searchOfHome({ tab, range }: HomeView, today: Day): Record<string, string> {
  const month = monthOf(today)
  const isMonth = range.startDate === month.startDate && range.endDate === month.endDate
  return { ...(tab === 'home' ? {} : { tab }), ...(isMonth ? {} : range) }
}

/** Ranges that one press chooses: whole months up to the current one. */
export function quickRanges(today: Day): { label: string; range: DayRange }[] {
  const { startDate, endDate } = monthOf(today)
  const back = (months: number) => {
    let first = startDate
    for (let n = 1; n < months; n++) first = monthOf(daysAfter(first, -1)).startDate
    return { startDate: first, endDate }
  }
  return [
    { label: 'This month', range: back(1) },
    { label: '3 months', range: back(3) },
    { label: '12 months', range: back(12) },
    { label: 'All time', range: { startDate: earliestReportingDate, endDate } },
  ]
}
