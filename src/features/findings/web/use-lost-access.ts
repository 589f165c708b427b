import { useEffect, useEffectEvent } from 'react'
import { refreshIfOutOfScope, refreshUser } from '#features/sessions/web/refresh-user.ts'
import type { List } from '#kit/web/use-list.ts'

/**
 * A brand may lose its platform while somebody views it: the list is then empty or 403. The session is reloaded when
 * that happens, so that the screen's guard can say so instead of "nothing was found".
 */
export function useLostAccess({ state, total, error }: Pick<List<{ id: string }>, 'state' | 'total' | 'error'>): void {
  const isEmpty = state === 'ready' && total === 0
  const isFailed = state === 'failed'
  const refreshIfRefused = useEffectEvent(() => refreshIfOutOfScope(error))
  useEffect(() => {
    if (isEmpty) void refreshUser()
  }, [isEmpty])
  useEffect(() => {
    if (isFailed) refreshIfRefused()
  }, [isFailed])
}
