import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'

/**
 * For `placeholderData`: while another text is searched in the same list, its matches so far stay; those of another list,
 * whose key begins otherwise, never do. The brands of one company must not be offered for the next.
 */
export function previousOf(list: QueryKey) {
  return <Found>(before: Found | undefined, query: Pick<Query, 'queryKey'> | undefined): Found | undefined =>
    query && hashKey(query.queryKey.slice(0, list.length)) === hashKey(list) ? before : undefined
}
