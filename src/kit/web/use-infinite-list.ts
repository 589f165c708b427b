import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Page } from '#kit/contract/page.ts'
import { delays } from './delays.ts'
import { scrollLoader } from './scroll-loader.ts'

/** Rows of the pages read so far, in order; a row that moved to a later page in between is listed once. */
export function rowsOf<Doc extends { id: string }>(data: InfiniteData<Page<Doc>> | undefined): Doc[] {
  const seen = new Map<string, Doc>()
  for (const { docs } of data?.pages ?? []) for (const doc of docs) if (!seen.has(doc.id)) seen.set(doc.id, doc)
  return [...seen.values()]
}

/** The next page number; undefined at the end, when the server says there is none (S-139, A-068). */
export function pageAfter({ page, hasNextPage }: Pick<Page<unknown>, 'page' | 'hasNextPage'>): number | undefined {
  return hasNextPage ? page + 1 : undefined
}

/**
 * A list with infinite scrolling: pages are appended until the server says that there is no next one.
 * `end` is the ref of an element after the last row.
 */
export function useInfiniteList<Doc extends { id: string }>(options: {
  key: readonly unknown[]
  read: (page: number, signal: AbortSignal) => Promise<Page<Doc>>
  /** Milliseconds between reaching the end and the request; 500 for queues. */
  wait?: number
}) {
  const query = useInfiniteQuery({
    queryKey: options.key,
    queryFn: ({ pageParam, signal }) => options.read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Page<Doc>) => pageAfter(last),
  })
  const end = useEndOfList(query, { wait: options.wait ?? delays.queue, fillsWindow: true })
  return { rows: rowsOf(query.data), total: query.data?.pages.at(-1)?.totalDocs, end, query }
}

type Growing = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'isFetchNextPageError'
>

/**
 * Requests the next page of a list `wait` milliseconds after its end was scrolled into view, and with `fillsWindow` as
 * long as it ends within the window; returns the ref of an element after the last row. A page that failed is not
 * requested again by scrolling.
 */
export function useEndOfList(
  list: Growing,
  { wait, fillsWindow }: { wait: number; fillsWindow: boolean },
): RefObject<HTMLDivElement | null> {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = list
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasNextPage || isFetchingNextPage || isFetchNextPageError) return undefined
    const loader = scrollLoader({
      isAtEnd: () => (end.current?.getBoundingClientRect().top ?? Infinity) < window.innerHeight + 120,
      more: () => void fetchNextPage(),
      wait,
    })
    // In the capture phase, to get the events of all elements; called once at the start for a list below window height.
    window.addEventListener('scroll', loader.onScroll, { capture: true, passive: true })
    window.addEventListener('resize', loader.onScroll)
    if (fillsWindow) loader.onScroll()
    return () => {
      loader.cancel()
      window.removeEventListener('scroll', loader.onScroll, { capture: true })
      window.removeEventListener('resize', loader.onScroll)
    }
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, wait, fillsWindow])
  return end
}
