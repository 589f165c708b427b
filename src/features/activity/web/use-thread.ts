import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { activity } from '#features/activity/contract.ts'
import type { SubjectKind } from '#features/activity/rules.ts'
import { useLiveEvent, useReadAgain } from '#features/notifications/web/live.ts'
import { useScopeRefresh } from '#features/sessions/web/use-scope-refresh.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { readAgain } from '#kit/web/read-again.ts'

type Page = CallOutput<typeof activity.list>
type Next = NonNullable<Page['next']> | undefined

const keyOf = (subject: SubjectKind, id: string) => ['activity', subject, id]

/** The pages of a thread, newest first; it follows what others write and change. */
export function useThread(subject: SubjectKind, id: string) {
  const client = useQueryClient()
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page, Next>, string[], Next>({
    queryKey: keyOf(subject, id),
    queryFn: ({ signal, pageParam }) => call(activity.list, { subject, id, ...pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // What happened while the thread was not on the screen reached no listener.
    staleTime: 0,
    retry: false,
  })
  const reload = () => readAgain(client, keyOf(subject, id))
  useLiveEvent('activity', (event) => event.id === id && reload())
  useLiveEvent('changes', ({ ids }) => (ids === '' || ids.includes(id)) && reload())
  useReadAgain(keyOf(subject, id))
  // It may be gone because the person lost access to its brand.
  useScopeRefresh(query.isError, query.error)
  return { query, reload, entries: query.data?.pages.flatMap(({ entries }) => entries) ?? [] }
}
