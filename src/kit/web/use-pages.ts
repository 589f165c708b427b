import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Page } from '#kit/contract/page.ts'
import {
  queryOfView,
  changedView,
  type PageQuery,
  type PageView,
  pageViewOf,
  searchOfView,
  subjectFilters,
  withFilters,
} from './page-view.ts'
import { listTableName } from './table-settings.ts'
import { partOf, useChangeAddress, type ViewChange } from './use-address.ts'
import { usePageInRange } from './use-page-in-range.ts'

/** A list with page numbers on a screen: its view, its rows, and the loading state. */
export type Pages<Row extends { id: string }> = {
  /** The name of its table among the person's settings. */
  table: string
  view: PageView
  change: (change: Partial<PageView>) => void
  /** Changes some filters and leaves the others; an empty text removes one. */
  filter: (texts: PageView['filters']) => void
  /** Whether a search or a filter is active, besides those of the subject. */
  isFiltered: boolean
  /** Removes the search and the filters, except those of the subject. */
  clear: () => void
  rows: readonly Row[]
  total: number
  /** How many pages there are. */
  count: number
  /** `first`: nothing to show yet. `reloading`: the rows shown are those of the previous query. */
  state: 'first' | 'ready' | 'reloading' | 'failed'
  error: unknown
  reload: () => void
}

export type PagesOptions<Row extends { id: string }> = {
  /** Name of the list; other parts invalidate it by this name after a save. */
  name: string
  load: (query: PageQuery, signal: AbortSignal) => Promise<Page<Row>>
  /** Name of its table among the person's settings, where it is not that of the list. */
  table?: string
  /** Filters in the address, by their names in the call. */
  filters?: readonly string[]
  /** Those of the filters that say what the list is of, such as a person; they stay when the filters are cleared. */
  subject?: readonly string[]
  /** Page size when the address has none. */
  size?: number
}

/**
 * A list whose page, size, order, search and filters are in the address. While another page is loading the old rows
 * stay. A failed load is only logged; the table offers to try again.
 */
export function usePages<Row extends { id: string }>({
  name,
  table = name,
  load,
  filters,
  subject = [],
  size,
}: PagesOptions<Row>): Pages<Row> {
  const client = useQueryClient()
  const changeAddress = useChangeAddress()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const viewOptions = { ...(filters ? { filters } : {}), ...(size ? { size } : {}) }
  const view = pageViewOf(search, viewOptions)
  const query = queryOfView(view)
  const { data, error, isError, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['pages', name, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  useEffect(() => {
    if (error) console.error('A list could not be loaded:', error)
  }, [error])

  usePageInRange(
    { page: view.page, count: isPlaceholderData ? undefined : data?.totalPages, isEmpty: data?.docs.length === 0 },
    (last) => {
      const page = last === 1 ? undefined : String(last)
      void changeAddress((now) => ({ search: { ...now.search, page }, replace: true }))
    },
  )

  const change = (change: ViewChange<PageView>) =>
    void changeAddress(({ search: before }) => {
      const now = pageViewOf(before, viewOptions)
      return { search: { ...before, ...searchOfView(changedView(now, partOf(change, now)), viewOptions) } }
    })

  return {
    table: listTableName(table),
    view,
    change,
    filter: (texts) => change((now) => ({ filters: withFilters(now.filters, texts) })),
    isFiltered:
      view.search !== '' ||
      Object.keys(view.filters).length > Object.keys(subjectFilters(view.filters, subject)).length,
    clear: () => change((now) => ({ search: '', filters: subjectFilters(now.filters, subject) })),
    rows: data?.docs ?? [],
    total: data?.totalDocs ?? 0,
    count: data?.totalPages ?? 1,
    state: isFetching ? (data ? 'reloading' : 'first') : isError ? 'failed' : data ? 'ready' : 'first',
    error,
    reload: () => void client.invalidateQueries({ queryKey: ['pages', name] }),
  }
}
