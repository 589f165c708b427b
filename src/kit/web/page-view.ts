import type { Sort } from './sort-cycle.ts'

/** Page sizes every list of the administration offers. */
export const pageSizes: readonly number[] = [10, 20, 50, 100]
/** Default page size of the administration. */
export const usualPageSize = 20

/** State of a list with page numbers: page, size, order, search and filters. */
export type PageView = {
  page: number
  size: number
  sort: Sort
  search: string
  /** name → chosen text; a missing name means no filter. */
  filters: Readonly<Record<string, string>>
}

/** The view as query parameters of a call (G11, G99). */
export type PageQuery = {
  page: number
  perPage: number
  sortBy?: string
  sortDirection?: '1' | '-1'
  search?: string
} & Record<string, string | number>

type Search = Readonly<Record<string, unknown>>
type ViewOptions = { filters?: readonly string[]; size?: number }

/** Reads the view from the address; invalid values are ignored. */
export function pageViewOf(search: Search, { filters = [], size = usualPageSize }: ViewOptions = {}): PageView {
  const page = Number(textOf(search['page']))
  const requestedSize = Number(textOf(search['perPage']))
  const by = textOf(search['sortBy'])
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.includes(requestedSize) ? requestedSize : size,
    sort: by ? { by, order: textOf(search['sortDirection']) === '-1' ? 'desc' : 'asc' } : null,
    search: textOf(search['search']),
    filters: Object.fromEntries(filters.map((name) => [name, textOf(search[name])]).filter(([, text]) => text)),
  }
}

/** The view as search parameters of the address; defaults are left out. */
export function searchOfView(view: PageView, { filters = [], size = usualPageSize }: ViewOptions = {}) {
  return {
    page: view.page === 1 ? undefined : String(view.page),
    perPage: view.size === size ? undefined : String(view.size),
    sortBy: view.sort?.by,
    sortDirection: view.sort ? directionOf(view.sort) : undefined,
    search: view.search || undefined,
    ...Object.fromEntries(filters.map((name) => [name, view.filters[name] || undefined])),
  }
}

/** The view as query parameters of a call; without a chosen order the server uses its own. */
export function queryOfView(view: PageView): PageQuery {
  return {
    page: view.page,
    perPage: view.size,
    ...(view.sort ? { sortBy: view.sort.by, sortDirection: directionOf(view.sort) } : {}),
    ...(view.search ? { search: view.search } : {}),
    ...view.filters,
  }
}

/** The view with a change applied; every change except of the page goes back to the first page. */
export function changedView(view: PageView, change: Partial<PageView>): PageView {
  return { ...view, page: 1, ...change }
}

/** The filters that stay when search and filters are cleared: those of the list's subject, such as whose list it is. */
export function subjectFilters(filters: PageView['filters'], subject: readonly string[]): PageView['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => subject.includes(name)))
}

/** The filters with one changed; an empty text removes it. */
export function withFilter(filters: PageView['filters'], name: string, text: string): PageView['filters'] {
  return withFilters(filters, { [name]: text })
}

/** The filters with some changed; an empty text removes one. */
export function withFilters(filters: PageView['filters'], texts: PageView['filters']): PageView['filters'] {
  return Object.fromEntries(Object.entries({ ...filters, ...texts }).filter(([, text]) => text !== ''))
}

const directionOf = (sort: NonNullable<Sort>) => (sort.order === 'asc' ? '1' : '-1')
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
