import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from '#kit/web/call.ts'

/** Answers are reused for 30 s; what the server refused is not asked again, what the network lost is, twice. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && (!(error instanceof CallFailed) || error.status >= 502),
    },
  },
})
