import type { QueryClient } from '@tanstack/react-query'
import { apiPrefix, CallFailed } from '#kit/web/call.ts'

/**
 * Loads what failed because the service was not ready (its database was away, or it was starting) as soon as it is ready
 * again. A 503 of a service that is ready (too much at once) is not repeated: 'Try again' is there.
 */
export function reloadAfterOutage(queries: QueryClient, checkMs = 3000): void {
  let isWaiting = false
  queries.getQueryCache().subscribe((event) => {
    if (isWaiting || event.type !== 'updated' || event.action.type !== 'error' || !isOutage(event.query.state.error))
      return
    isWaiting = true
    void outageEnds(checkMs).then((wasOut) => {
      isWaiting = false
      if (wasOut) void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isOutage(state.error) })
    })
  })
}

const isOutage = (error: unknown): boolean => error instanceof CallFailed && error.status === 503

/** Waits until the service is ready; false: it is now, so that nothing has to be waited for. */
async function outageEnds(checkMs: number): Promise<boolean> {
  for (let wasOut = false; ; wasOut = true) {
    const isReady = await fetch(`${apiPrefix}/ready`, { cache: 'no-store' }).then(
      ({ status }) => status !== 503,
      () => false,
    )
    if (isReady) return wasOut
    await new Promise((resolve) => setTimeout(resolve, checkMs))
  }
}
