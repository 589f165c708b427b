import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { CallFailed } from '#kit/web/call.ts'
import { connection, watchConnection } from '#kit/web/connection.ts'
import { reloadAfterOutage } from './reload-after-outage.ts'

// What an action changes of a query is rendered together with what it changes beside it, not a task later.
notifyManager.setScheduler(queueMicrotask)

/** Responses are reused for 30 s. Refused requests are not repeated; those lost on the network are, twice. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && (!(error instanceof CallFailed) || error.status >= 502),
    },
  },
})

// While the connection is lost, queries wait; when it is back they go on, and what failed before is loaded.
onlineManager.setEventListener((setOnline) => watchConnection(() => setOnline(connection() === 'up')))
reloadAfterOutage(queries)
