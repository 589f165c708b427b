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

type ListOptions<Row extends WithId> = {
  /** Query key without paging; another value is another list. */
  name: readonly unknown[]
  size: number
  growth: Growth
  load: (request: PageRequest, signal: AbortSignal) => Promise<Answer<Row>>
  /** Counts the rows of a list whose answer left that out. */
  count?: (signal: AbortSignal) => Promise<number>
}

type LoadedRows<Row> = { rows: Row[]; total: number; isExact: boolean; load: number }

/**
 * Rows of a paged call, growing on scrolling. After a failure the rows already loaded stay and the table says so (G59);
 * while another query is loading the old rows stay. A reload keeps the length the person has scrolled to.
 */
export function useList<Row extends WithId>(options: ListOptions<Row>): List<Row> {
  const client = useQueryClient()
  const key = ['list', ...options.name, options.size]
  const keyText = JSON.stringify(key)
  const [growingKey, setGrowingKey] = useState<string>()
  const growing = useRef<AbortController>(undefined)
  /** How often the list was loaded: rows requested before the last time are out of date. */
  const loads = useRef(0)
  const [growthFailed, setGrowthFailed] = useState<{ key: string; error: unknown }>()
  /** The rows of the query before, for when this one fails. */
  const [lastGood, setLastGood] = useState<LoadedRows<Row>>()

  const query = useQuery<LoadedRows<Row>>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      loads.current++
      const loadedCount = client.getQueryData<LoadedRows<Row>>(key)?.rows.length ?? 0
      const answer = await options.load(
        { page: 1, perPage: Math.max(options.size, loadedCount), replace: true },
        signal,
      )
      return {
        rows: answer.docs,
        total: answer.totalDocs,
        isExact: answer.totalIsExact !== false || options.count === undefined,
        load: loads.current,
      }
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (query.isPlaceholderData && query.data !== lastGood) setLastGood(query.data)
  useEffect(() => {
    if (query.error) console.error('A list could not be loaded:', query.error)
  }, [query.error])
  useEffect(() => () => growing.current?.abort(), [keyText])

  const loaded = query.data ?? lastGood
  const rows = loaded?.rows ?? []
  const isOld = query.isPlaceholderData || query.isError
  const hasMore = !isOld && loaded !== undefined && rows.length < loaded.total
  const counted = useQuery({
    // Once for each time that the list is loaded, not for each page of it.
    queryKey: ['list total', ...key, loaded?.load],
    queryFn: ({ signal }) => options.count!(signal),
    enabled: !isOld && loaded?.isExact === false,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const exact = loaded?.isExact === false ? counted.data : loaded?.total

  const more = () => {
    if (!hasMore || query.isFetching || growingKey === keyText) return
    const request = nextPageRequest(options.growth, rows.length, options.size)
    const stop = new AbortController()
    const requestedAfter = loads.current
    growing.current = stop
    setGrowingKey(keyText)
    setGrowthFailed(undefined)
    options
      .load(request, stop.signal)
      .then((answer) => {
        if (loads.current !== requestedAfter) return
        client.setQueryData<LoadedRows<Row>>(key, (now) => ({
          rows: mergeRows(now?.rows ?? [], answer.docs, request.replace),
          total: answer.totalDocs,
          isExact: answer.totalIsExact !== false || options.count === undefined,
          load: now?.load ?? loads.current,
        }))
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        console.error('More rows could not be loaded:', error)
        setGrowthFailed({ key: keyText, error })
      })
      .finally(() => setGrowingKey((now) => (now === keyText ? undefined : now)))
  }

  return {
    rows,
    total: exact ?? loaded?.total ?? 0,
    isTotalKnown: exact !== undefined,
    state: stateOf(loaded !== undefined, query.isError, query.isFetching),
    growing: growingKey === keyText,
    hasMore,
    error: query.error ?? (growthFailed?.key === keyText ? growthFailed.error : undefined),
    more,
    reload: () => void query.refetch(),
    change: (id, to) =>
      client.setQueryData<LoadedRows<Row>>(key, (now) =>
        now ? { ...now, rows: now.rows.map((row) => (row.id === id ? to(row) : row)) } : now,
      ),
  }
}

function stateOf(hasRows: boolean, failed: boolean, fetching: boolean): List<WithId>['state'] {
  if (fetching) return hasRows ? 'reloading' : 'first'
  if (failed) return 'failed'
  return hasRows ? 'ready' : 'first'
}
