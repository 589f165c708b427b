import { earliestReportingDate, monthOf, readDay, type Day, type DayRange } from '#vocabulary/dates.ts'
import type { KnownList } from '#features/views/web/readable-view.ts'
import type { FilterTexts } from '#kit/web/filter-fields.ts'
import { conditionsOf, type Platform } from '#platforms/platform.ts'
import type { Sort } from '#kit/web/sort-cycle.ts'

/** The parts of a definition that decide how its list is viewed; TMCH marks have them as the finding platforms do. */
export type ListedPlatform = Pick<Platform, 'columns' | 'listed' | 'detailed'> & {
  /** Under this name the view is remembered. */
  module: string
  filteredBy: readonly string[]
  filterAliases?: Readonly<Record<string, string>>
  sortedBy: readonly string[]
  pageSizes: readonly number[]
  /** Shown while no status is chosen (C-223). */
  statusByDefault?: string
}

/** What a dashboard shows, as stored in the address. */
export type DashboardView = {
  filters: FilterTexts
  sort: Sort
  /** Records per page. */
  size: number
  range: DayRange
  /** Shows only the records of this notification. */
  notification: string | undefined
  /** Exactly these columns, in this order, from a saved view or a link. Undefined: the person's own table settings. */
  columns?: readonly string[] | undefined
  /** Rows whose details are open. */
  open?: readonly string[] | undefined
  /** The finding that is open beside the list. */
  peek?: string | undefined
  /** Shown as cards with pictures of this size instead of as a table. */
  cards?: CardSize | undefined
}

/** Sizes of the cards of the gallery. */
export const cardSizes = ['S', 'M', 'L'] as const
export type CardSize = (typeof cardSizes)[number]

/** The query parameters of an address. */
export type Search = Readonly<Record<string, string | string[] | undefined>>

/** The default of the records-per-page dropdown (C-331). */
export const defaultSize = 10

/** Maximum number of open rows and of columns in an address. */
const maxListed = 30

/** The parameters of the filters of a list: plain ones, and the conditions beside them. */
export const filterParameters = (platform: ListedPlatform): string[] => [
  ...platform.filteredBy,
  ...conditionsOf(platform),
]

/** Reads an address; missing or invalid parts become the default. `today` decides the current month. */
export function viewOf(platform: ListedPlatform, search: Search, today: Day): DashboardView {
  const filters: Record<string, string> = {}
  for (const name of filterParameters(platform)) {
    const text = oneText(search[name])
    if (text) filters[name] = text
  }
  const notification = oneText(search['notification']) || undefined
  if (platform.statusByDefault && !notification) filters['status'] ??= platform.statusByDefault
  const by = oneText(search['sortBy'])
  const size = Number(oneText(search['size']))
  return {
    filters,
    sort: platform.sortedBy.includes(by)
      ? { by, order: oneText(search['sortOrder']) === 'desc' ? 'desc' : 'asc' }
      : null,
    size: platform.pageSizes.includes(size) ? size : defaultSize,
    range: namedRange(search) ?? monthOf(today),
    notification,
    columns: listed(search['columns']),
    open: listed(search['open']),
    peek: oneText(search['peek']) || undefined,
    cards: cardSizes.find((one) => one === oneText(search['cards'])),
  }
}

function namedRange(search: Search): DayRange | undefined {
  const startDate = readDay(oneText(search['startDate']))
  const endDate = readDay(oneText(search['endDate']))
  return startDate && endDate && startDate <= endDate ? { startDate, endDate } : undefined
}

/** The dates of the records that an address shows: those of a notification may have any. */
export function rangeOf(search: Search, today: Day): DayRange {
  return namedRange(search) ?? (search['notification'] ? anyDate(today) : monthOf(today))
}

/** The dates of all records: from the earliest to the end of the current month. */
export const anyDate = (today: Day): DayRange => ({
  startDate: earliestReportingDate,
  endDate: monthOf(today).endDate,
})

/** The distinct parts of a comma-separated value; undefined when there are none. */
function listed(value: Search[string]): readonly string[] | undefined {
  const parts = [...new Set(oneText(value).split(','))].filter((part) => part !== '').slice(0, maxListed)
  return parts.length > 0 ? parts : undefined
}

/** Whether there are filters beyond the platform's default. */
export function isFiltered({ statusByDefault }: ListedPlatform, { filters }: DashboardView): boolean {
  return Object.entries(filters).some(([name, text]) => name !== 'status' || text !== statusByDefault)
}

/** The address of a view; defaults are left out, so that a plain address is the default view. */
export function searchOf(view: DashboardView, today: Day): Record<string, string> {
  const month = monthOf(today)
  const ownRange = view.range.startDate !== month.startDate || view.range.endDate !== month.endDate
  return {
    ...view.filters,
    ...(view.sort ? { sortBy: view.sort.by, sortOrder: view.sort.order } : {}),
    ...(view.size === defaultSize ? {} : { size: String(view.size) }),
    ...(ownRange ? view.range : {}),
    ...(view.notification ? { notification: view.notification } : {}),
    ...(view.columns?.length ? { columns: view.columns.join(',') } : {}),
    ...(view.cards ? { cards: view.cards } : {}),
    ...(view.peek ? { peek: view.peek } : {}),
    ...(view.open?.length ? { open: view.open.slice(-maxListed).join(',') } : {}),
  }
}

/**
 * The address a dashboard opens with: its own when it has filters, an order or a notification; otherwise the remembered
 * filters and order (C-166). Records per page and dates are restored wherever the address does not name them.
 */
export function startingSearch(platform: ListedPlatform, search: Search, remembered: Search): Search {
  if (search['notification']) return search
  const isBare = ![...filterParameters(platform), 'sortBy', 'columns', 'open', 'peek'].some(
    (name) => search[name] !== undefined,
  )
  const { startDate, endDate, ...view } = remembered
  const hasDates = search['startDate'] !== undefined || search['endDate'] !== undefined
  return {
    ...(isBare ? view : { size: view['size'] }),
    ...(hasDates ? {} : { startDate, endDate }),
    ...search,
  }
}

/** What this platform's dashboard remembers of a view: everything but what is open, its dates too (C-346). */
export function rememberedOf(view: DashboardView, today: Day): Search {
  const { open: _, peek: __, ...own } = searchOf(view, today)
  return own
}

/** What a saved view stores: filters, order, page size and the shown columns, without the dates. */
export function savedViewOf(view: DashboardView, shown: readonly string[], today: Day): Record<string, string> {
  const {
    startDate: _,
    endDate: __,
    open: ___,
    notification: ____,
    peek: _____,
    ...own
  } = searchOf({ ...view, columns: shown }, today)
  return own
}

/** What the list of a dashboard knows of a saved view. */
export const knownOf = (platform: ListedPlatform): KnownList => ({
  columns: platform.columns,
  aliases: platform.filterAliases ?? {},
  filters: filterParameters(platform),
  listed: platform.listed,
  sortedBy: platform.sortedBy,
  others: ['size', 'cards', 'startDate', 'endDate'],
})

/** The query string that shows somebody else the same view: dates are included even if they are today's default. */
export function linkOf(view: DashboardView, shown: readonly string[], today: Day): string {
  return new URLSearchParams({ ...searchOf({ ...view, columns: shown }, today), ...view.range }).toString()
}

function oneText(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim()
}
