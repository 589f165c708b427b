import { useQuery } from '@tanstack/react-query'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { savedViews, type SavedView } from '#features/views/contract.ts'
import { call } from '#kit/web/call.ts'

const none: readonly SavedView[] = []

/** The person's own views of all lists and those shared with them; none until they are loaded. */
export function useAllViews(isWanted: boolean): readonly SavedView[] {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['saved views of all lists', user?.id],
    queryFn: ({ signal }) => call(savedViews.list, {}, { signal }),
    enabled: isWanted && user !== undefined,
    // They are read again whenever the palette opens; meanwhile those of the last time are offered.
    staleTime: 0,
    retry: false,
  })
  return data?.views ?? none
}
