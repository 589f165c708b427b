import { monthOf, readDay, type Day, type DayRange } from '#vocabulary/dates.ts'
import type { FilterTexts } from '#kit/web/filter-fields.ts'
import type { Sort } from '#kit/web/sort-cycle.ts'

/** What of a definition decides how its list can be looked at; TMCH marks have it as the finding platforms do. */
export type ListedPlatform = {
  /** Under this name the view is remembered. */
  module: string
  filteredBy: readonly string[]
  sortedBy: readonly string[]
  pageSizes: readonly number[]
  /** Shown while no status is chosen (C-223). */
  statusByDefault?: string
}

/** What a dashboard shows, as it stands in the address. */
export type DashboardView = {
  filters: FilterTexts
  sort: Sort
  /** Records per page. */
  size: number
  range: DayRange
  /** Shows only the records of this notification. */
  notification: string | undefined
  /** Exactly these columns, in this order: what a kept view or a link says. Undefined: as the person likes the table. */
  columns?: readonly string[] | undefined
  /** Rows whose details are open. */
  open?: readonly string[] | undefined
}

export type Search = Readonly<Record<string, string | string[] | undefined>>

/** The default of the records-per-page dropdown (C-331). */
export const defaultSize = 10

/** Open rows and columns that an address has room for. */
const mostListed = 30

/** What is left of a view when the reader is somewhere else: the parts of the address that are remembered. */
export type Remembered = { view?: Search; range?: DayRange }

/** Reads an address; whatever it does not say, or says wrong, is the default. `today` decides the current month. */
export function viewOf(platform: ListedPlatform, search: Search, today: Day): DashboardView {
  const filters: Record<string, string> = {}
  for (const name of platform.filteredBy) {
    const text = oneText(search[name])
    if (text) filters[name] = text
  }
  const notification = oneText(search['notification']) || undefined
  if (platform.statusByDefault && !notification) filters['status'] ??= platform.statusByDefault
  const by = oneText(search['sortBy'])
  const size = Number(oneText(search['size']))
  const startDate = readDay(oneText(search['startDate']))
  const endDate = readDay(oneText(search['endDate']))
  return {
    filters,
    sort: platform.sortedBy.includes(by)
      ? { by, order: oneText(search['sortOrder']) === 'desc' ? 'desc' : 'asc' }
      : null,
    size: platform.pageSizes.includes(size) ? size : defaultSize,
    range: startDate && endDate && startDate <= endDate ? { startDate, endDate } : monthOf(today),
    notification,
    columns: listed(search['columns']),
    open: listed(search['open']),
  }
}

/** What is between commas; undefined when there is nothing. */
function listed(value: Search[string]): readonly string[] | undefined {
  const parts = [...new Set(oneText(value).split(','))].filter((part) => part !== '').slice(0, mostListed)
  return parts.length > 0 ? parts : undefined
}

/** Whether anything is filtered beyond what is so by itself. */
export function isFiltered({ statusByDefault }: ListedPlatform, { filters }: DashboardView): boolean {
  return Object.entries(filters).some(([name, text]) => name !== 'status' || text !== statusByDefault)
}

/** The address of a view; defaults are left out, so that a plain address is the plain view. */
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
    ...(view.open?.length ? { open: view.open.slice(-mostListed).join(',') } : {}),
  }
}

/**
 * The address a dashboard opens with: its own when it names filters, an order or a notification; otherwise filters
 * and order as they were left (C-166). Records per page and dates come back wherever the address is silent.
 */
export function startingSearch(platform: ListedPlatform, search: Search, kept: Remembered): Search {
  if (search['notification']) return search
  const isBare = ![...platform.filteredBy, 'sortBy', 'columns', 'open'].some((name) => search[name] !== undefined)
  const view = kept.view ?? {}
  const hasDates = search['startDate'] !== undefined || search['endDate'] !== undefined
  return {
    ...(isBare ? view : { size: view['size'] }),
    ...(hasDates ? {} : kept.range),
    ...search,
  }
}

/** What to remember of an address: per platform all but dates, for all platforms the dates (null: the month). */
export function rememberedOf(view: DashboardView, today: Day): { view: Search; range: DayRange | null } {
  const { startDate, endDate, open: _, ...own } = searchOf(view, today)
  return { view: own, range: startDate && endDate ? { startDate, endDate } : null }
}

/** What a person keeps under a name: filters, order, page size and the columns that are shown, without the dates. */
export function keptOf(view: DashboardView, shown: readonly string[], today: Day): Record<string, string> {
  const {
    startDate: _,
    endDate: __,
    open: ___,
    notification: ____,
    ...own
  } = searchOf({ ...view, columns: shown }, today)
  return own
}

/** The address that shows somebody else the same: also where it is today's default. */
export function linkOf(view: DashboardView, shown: readonly string[], today: Day): string {
  return new URLSearchParams({ ...searchOf({ ...view, columns: shown }, today), ...view.range }).toString()
}

function oneText(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim()
}
