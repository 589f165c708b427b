import { useCallbackRef } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { enforcement } from '#features/enforcement/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { previousOf } from '#kit/web/previous-of.ts'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import { queryOf, type EnforcementView } from './enforcement-view.ts'

type Answer = CallOutput<typeof enforcement.fetch>

/**
 * The page of findings of a view, how many pages there are, and how to read one of them. The old rows stay while the
 * next page loads.
 */
export function usePageOfFindings(
  platform: FindingPlatformDefinition,
  view: EnforcementView,
): { list: List<EnforcedFinding>; count: number; read: (page: number) => Promise<readonly EnforcedFinding[]> } {
  const client = useQueryClient()
  const query = queryOf(view)
  const ofPlatform = ['enforcement', 'findings', platform.value]
  const key = [...ofPlatform, query]
  /** A page that was read to walk on to it: it is not read again when it is shown. */
  const ahead = useRef<Answer>(undefined)
  const { data, error, errorUpdatedAt, isError, isFetching, refetch } = useQuery<Answer>({
    queryKey: key,
    queryFn: ({ signal }) => call(enforcement.fetch, query, { signal }),
    placeholderData: previousOf(ofPlatform),
    refetchOnWindowFocus: false,
    staleTime: ({ state }) => (state.data !== undefined && state.data === ahead.current ? Infinity : 0),
    retry: false,
  })
  const read = useCallbackRef(async (page: number) => {
    const next = queryOf({ ...view, page })
    const answer = await client.fetchQuery<Answer>({
      queryKey: [...ofPlatform, next],
      queryFn: ({ signal }) => call(enforcement.fetch, next, { signal }),
      staleTime: 0,
      retry: false,
    })
    ahead.current = answer
    return answer.data as unknown as EnforcedFinding[]
  })
  useEffect(() => {
    if (error) toastError(sentenceOf(error))
    // Each failure alerts, also when it is the same one again (S-304).
  }, [error, errorUpdatedAt])
  return {
    read,
    count: data?.totalPages ?? 1,
    list: {
      rows: (data?.data ?? []) as unknown as EnforcedFinding[],
      total: data?.count ?? 0,
      isTotalKnown: true,
      state: isFetching ? (data ? 'reloading' : 'first') : isError ? 'failed' : data ? 'ready' : 'first',
      growing: false,
      hasMore: false,
      error,
      more: () => undefined,
      reload: () => void refetch(),
      change: (id, to) =>
        client.setQueryData<Answer>(key, (now) =>
          now
            ? { ...now, data: now.data.map((row) => (row.id === id ? to(row as unknown as EnforcedFinding) : row)) }
            : now,
        ),
    },
  }
}
