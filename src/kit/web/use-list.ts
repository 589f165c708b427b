import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { mergeRows, nextPageRequest, type Growth, type PageRequest } from './list-growth.ts'

type WithId = { id: string }
/** `totalIsExact` false: there are at least so many, and `count` says how many. */
type Answer<Row> = { docs: Row[]; totalDocs: number; totalIsExact?: boolean | undefined }

/** A list on a screen: the loaded rows, their total number, and the loading state. */
export type List<Row extends WithId> = {
  rows: readonly Row[]
  /** At least so many while `isTotalKnown` is false. */
  total: number
  /** Rows are shown before all of them are counted, where that takes long. */
  isTotalKnown: boolean
  /** `first`: nothing to show yet. `reloading`: the rows shown are those of the previous query. */
  state: 'first' | 'ready' | 'reloading' | 'failed'
  /** The next rows are being loaded. */
  growing: boolean
  hasMore: boolean
  /** Why the rows, or the next rows, could not be loaded; undefined when they could. */
  error: unknown
  more: () => void
  reload: () => void
  change: (id: string, to: (row: Row) => Row) => void
}

/** A list that this module loads. `requestedAt`: when its first rows were requested last, in milliseconds; 0 before that. */
export type LoadedList<Row extends WithId> = List<Row> & { requestedAt: number }

/** Loads again what could not be loaded: the list, or the rows after those that are shown. */
export const retryOf = ({ state, reload, more }: Pick<List<WithId>, 'state' | 'reload' | 'more'>): (() => void) =>
  state === 'failed' ? reload : more

type ListOptions<Row extends WithId> = {
  /** Query key without paging; another value is another list. */
  name: readonly unknown[]
  size: number
  growth: Growth
  load: (request: PageRequest, signal: AbortSignal) => Promise<Answer<Row>>
  /** Counts the rows of a list whose answer left that out. */
  count?: (signal: AbortSignal) => Promise<number>
}

type LoadedRows<Row> = { rows: Row[]; total: number; isExact: boolean; load: number; requestedAt: number }

/**
 * Rows of a paged call, growing on scrolling. After a failure the rows already loaded stay and the table says so (G59);
 * while another query is loading the old rows stay. A reload keeps the length the person has scrolled to.
 */
export function useList<Row extends WithId>(options: ListOptions<Row>): LoadedList<Row> {
  const client = useQueryClient()
  const key = ['list', ...options.name, options.size]
  const { query, loadCount } = useLoading(options, key)
  const loaded = useLastGood(query)
  const growth = useGrowth(options, key, loadCount)

  const rows = loaded?.rows ?? []
  const isOld = query.isPlaceholderData || query.isError
  const hasMore = !isOld && loaded !== undefined && rows.length < loaded.total
  const exact = useExactTotal(options, key, loaded, !isOld)

  return {
    rows,
    total: exact ?? loaded?.total ?? 0,
    isTotalKnown: exact !== undefined,
    requestedAt: loaded?.requestedAt ?? 0,
    state: stateOf(loaded !== undefined, query.isError, query.isFetching),
    growing: growth.isGrowing,
    hasMore,
    error: query.error ?? growth.error,
    more: () => {
      if (hasMore && !query.isFetching) growth.grow(rows.length)
    },
    reload: () => void query.refetch(),
    change: (id, to) =>
      client.setQueryData<LoadedRows<Row>>(key, (now) =>
        now ? { ...now, rows: now.rows.map((row) => (row.id === id ? to(row) : row)) } : now,
      ),
  }
}

type Key = readonly unknown[]

/** Loads the first rows, or as many as are shown, in one call. */
function useLoading<Row extends WithId>(options: ListOptions<Row>, key: Key) {
  const client = useQueryClient()
  const loads = useRef(0)
  const query = useQuery<LoadedRows<Row>>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      loads.current++
      const requestedAt = Date.now()
      const loadedCount = client.getQueryData<LoadedRows<Row>>(key)?.rows.length ?? 0
      const perPage = Math.max(options.size, loadedCount)
      const answer = await options.load({ page: 1, perPage, replace: true }, signal)
      return { ...totalOf(answer, options), rows: answer.docs, load: loads.current, requestedAt }
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
  })
  useEffect(() => {
    if (query.error) console.error('A list could not be loaded:', query.error)
  }, [query.error])
  /** How often the list was loaded: rows requested before the last time are out of date. */
  const loadCount = () => loads.current
  return { query, loadCount }
}

/** The rows of a query, or where it fails those of the query before. */
function useLastGood<Row>(query: { data: LoadedRows<Row> | undefined; isPlaceholderData: boolean }) {
  const [lastGood, setLastGood] = useState<LoadedRows<Row>>()
  if (query.isPlaceholderData && query.data !== lastGood) setLastGood(query.data)
  return query.data ?? lastGood
}

/** The exact total, counted in a call of its own where the answer left that out; undefined until it is known. */
function useExactTotal<Row extends WithId>(
  { count }: ListOptions<Row>,
  key: Key,
  loaded: LoadedRows<Row> | undefined,
  isCurrent: boolean,
): number | undefined {
  const counted = useQuery({
    // Once for each time that the list is loaded, not for each page of it.
    queryKey: ['list total', ...key, loaded?.load],
    queryFn: ({ signal }) => count!(signal),
    enabled: isCurrent && loaded?.isExact === false,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return loaded?.isExact === false ? counted.data : loaded?.total
}

/** Loads the rows after those that are shown, one request at a time; another list ends the request. */
function useGrowth<Row extends WithId>(options: ListOptions<Row>, key: Key, loadCount: () => number) {
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  const [growingKey, setGrowingKey] = useState<string>()
  const [failed, setFailed] = useState<{ key: string; error: unknown }>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [keyText])

  const grow = (shownCount: number) => {
    if (growingKey === keyText) return
    const request = nextPageRequest(options.growth, shownCount, options.size)
    const stop = new AbortController()
    const requestedAfter = loadCount()
    const requestedAt = Date.now()
    running.current = stop
    setGrowingKey(keyText)
    setFailed(undefined)
    options
      .load(request, stop.signal)
      .then((answer) => {
        if (loadCount() !== requestedAfter) return
        client.setQueryData<LoadedRows<Row>>(key, (now) => ({
          ...totalOf(answer, options),
          rows: mergeRows(now?.rows ?? [], answer.docs, request.replace),
          load: now?.load ?? requestedAfter,
          requestedAt: now && !request.replace ? now.requestedAt : requestedAt,
        }))
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        console.error('More rows could not be loaded:', error)
        setFailed({ key: keyText, error })
      })
      .finally(() => setGrowingKey((now) => (now === keyText ? undefined : now)))
  }
  return { grow, isGrowing: growingKey === keyText, error: failed?.key === keyText ? failed.error : undefined }
}

function totalOf<Row extends WithId>(answer: Answer<Row>, { count }: ListOptions<Row>) {
  return { total: answer.totalDocs, isExact: answer.totalIsExact !== false || count === undefined }
}

function stateOf(hasRows: boolean, failed: boolean, fetching: boolean): List<WithId>['state'] {
  if (fetching) return hasRows ? 'reloading' : 'first'
  if (failed) return 'failed'
  return hasRows ? 'ready' : 'first'
}
