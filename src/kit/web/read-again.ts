import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads what is shown of these queries again, after something happened to it. A first answer that is on its way may be
 * older than that, and a query's first read cannot be replaced: it is read again when that answer has come.
 */
export function readAgain(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, type: 'active' })) {
    if (query.state.data !== undefined || query.state.fetchStatus === 'idle') continue
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, again)
  }
  void client.invalidateQueries({ queryKey })
}
