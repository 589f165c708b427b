import { defaultDays, sortedBy } from '#features/history/contract.ts'
import type { Sort } from '#kit/web/sort-cycle.ts'
import type { ViewedList } from '#kit/web/view-slots.ts'
import { type Day, type DayRange, daysAfter, readDay } from '#vocabulary/dates.ts'
import { platformNames, trapPurchaseName } from '#vocabulary/platform-names.ts'
import { statuses } from '#vocabulary/statuses.ts'

/** The filters of the log; they have the same names in the URL and in the API call. */
const filterNames = [
  'company',
  'brand',
  'platform',
  'username',
  'searchTerm',
  'selectedFromStatus',
  'selectedToStatus',
] as const
type FilterName = (typeof filterNames)[number]

/** What the views of the log may name. */
export const logViews: ViewedList = {
  filters: [...filterNames, 'startDate', 'endDate'],
  sortedBy,
  choices: {
    platform: { label: 'Platform', values: [...platformNames, trapPurchaseName].map(({ value }) => value) },
    selectedFromStatus: { label: 'Status From', values: statuses.map(({ code }) => code) },
    selectedToStatus: { label: 'Status To', values: statuses.map(({ code }) => code) },
  },
}

/** The filters, the dates and the order of the log screen. */
export type LogView = { filters: Readonly<Partial<Record<FilterName, string>>>; range: DayRange; sort: Sort }

type Search = Readonly<Record<string, unknown>>

/** The view of a URL; without dates the last 30 days. */
export function logViewOf(search: Search, today: Day): LogView {
  const startDate = readDay(search['startDate'])
  const endDate = readDay(search['endDate'])
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of filterNames) {
    const text = String(search[name] ?? '').trim()
    if (text) filters[name] = text
  }
  return {
    filters,
    range: startDate && endDate && startDate <= endDate ? { startDate, endDate } : defaultRange(today),
    sort: sortOf(search),
  }
}

/** The search parameters of a view; default values are left out. */
export function searchOfLog({ filters, range, sort }: LogView, today: Day): Record<string, string> {
  const defaults = defaultRange(today)
  const isDefault = range.startDate === defaults.startDate && range.endDate === defaults.endDate
  return { ...filters, ...(isDefault ? {} : range), ...sortParams(sort) }
}

/** The parameters of the API calls for a view. */
export function paramsOfLog({ filters, range, sort }: LogView): Record<string, string> {
  return { ...filters, ...range, ...sortParams(sort) }
}

const sortParams = (sort: Sort): Record<string, string> =>
  sort === null ? {} : { sortBy: sort.by, sortDirection: sort.order === 'asc' ? '1' : '-1' }

function sortOf(search: Search): Sort {
  const by = sortedBy.find((name) => name === search['sortBy'])
  return by === undefined ? null : { by, order: String(search['sortDirection']) === '-1' ? 'desc' : 'asc' }
}

/** A view with one filter changed; changing the company removes the brand. */
export function withFilter(view: LogView, name: FilterName, text: string | undefined): LogView {
  const filters: Partial<Record<FilterName, string>> = { ...view.filters }
  if (text) filters[name] = text
  else delete filters[name]
  if (name === 'company') delete filters.brand
  return { ...view, filters }
}

const defaultRange = (today: Day): DayRange => ({ startDate: daysAfter(today, 1 - defaultDays), endDate: today })
