import { useQuery } from '@tanstack/react-query'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { savedViews, type SavedView } from '#features/views/contract.ts'
import { call } from '#kit/web/call.ts'

/** Query key of the pinned views, which belong to all lists. */
export const pinnedKey = ['pinned views']
const none: readonly SavedView[] = []

/** The views that the person pinned in the menu; none until they are loaded. */
export function usePinnedViews(): readonly SavedView[] {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: [...pinnedKey, user?.id],
    queryFn: ({ signal }) => call(savedViews.pinned, {}, { signal }),
    enabled: user !== undefined,
    staleTime: 5 * 60_000,
  })
  // The same list while there are none, for which the menu is not rendered again.
  return data?.views.length ? data.views : none
}
