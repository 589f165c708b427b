import { Loader } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { LoadFailure } from './LoadFailure.tsx'

type Props = {
  /** What `useInfiniteList` returns. */
  end: RefObject<HTMLDivElement | null>
  query: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'>
  className?: string | undefined
  /** Name of what turns while more is loaded. */
  label?: string
}

/** The end of a list that grows by scrolling: more is loading, or could not be loaded, and is only with "Try again". */
export function ListEnd({ end, query, className, label = 'Loading more' }: Props) {
  const { isFetchingNextPage, isFetchNextPageError } = query
  return (
    <div ref={end} className={className} style={{ minHeight: 1 }}>
      {isFetchingNextPage ? <Loader role="status" size="xs" my="sm" aria-label={label} /> : null}
      {isFetchNextPageError && !isFetchingNextPage ? (
        <LoadFailure what="More rows" error={query.error} retry={() => void query.fetchNextPage()} />
      ) : null}
    </div>
  )
}
