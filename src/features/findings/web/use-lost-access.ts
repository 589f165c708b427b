import { useEffect } from 'react'
import { refreshUser } from '#features/sessions/web/refresh-user.ts'
import { useScopeRefresh } from '#features/sessions/web/use-scope-refresh.ts'
import type { List } from '#kit/web/use-list.ts'

/**
 * A brand may lose its platform while somebody views it: the list is then empty or 403. The session is reloaded when
 * that happens, so that the screen's guard can say so instead of "nothing was found".
 */
export function useLostAccess({ state, total, error }: Pick<List<{ id: string }>, 'state' | 'total' | 'error'>): void {
  const isEmpty = state === 'ready' && total === 0
  useEffect(() => {
    if (isEmpty) void refreshUser()
  }, [isEmpty])
  useScopeRefresh(state === 'failed', error)
}
