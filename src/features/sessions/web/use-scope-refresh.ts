import { useEffect, useEffectEvent } from 'react'
import { refreshIfOutOfScope } from './refresh-user.ts'

/** Fetches the user again each time something that is shown cannot be loaded, if the error says that it is out of scope. */
export function useScopeRefresh(isFailed: boolean, error: unknown): void {
  const refresh = useEffectEvent(() => refreshIfOutOfScope(error))
  useEffect(() => {
    if (isFailed) refresh()
  }, [isFailed])
}
