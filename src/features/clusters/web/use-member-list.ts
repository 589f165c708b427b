import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClusterMember, clusters } from '#features/clusters/contract.ts'
import { findings } from '#features/findings/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import { call } from '#kit/web/call.ts'
import type { List } from '#kit/web/use-list.ts'
import { platforms } from '#platforms/all.ts'

export type MemberPage = { docs: ClusterMember[]; totalDocs: number; totalPages: number; pagingCounter: number }

/** The query of a page of the findings of a cluster. */
export const memberQuery = (id: string, page: number) => ({
  queryKey: ['clusters', 'members', id, page],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<MemberPage> =>
    call(clusters.members, { id, page }, { signal }),
  retry: false,
})

/** The query of these findings as their platforms' lists have them, in this order; those out of sight are left out. */
const rowsQuery = (members: readonly ClusterMember[]) => ({
  queryKey: ['clusters', 'rows', members.map(({ id }) => id)],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Finding[]> => {
    const answers = await Promise.all(
      platforms.map(async ({ value }) => {
        const ids = members.filter(({ platform }) => platform === value).map(({ id }) => id)
        return ids.length === 0 ? [] : (await call(findings[value].rows, { ids: ids.join(',') }, { signal })).docs
      }),
    )
    const found = new Map(answers.flat().map((row) => [row.id, row]))
    return members.flatMap(({ id }) => found.get(id) ?? [])
  },
  retry: false,
  refetchOnWindowFocus: false,
})

/** Reads a page of the findings of a cluster as they are stored now, for walking on to it. */
export async function readMemberPage(client: QueryClient, id: string, page: number): Promise<readonly Finding[]> {
  const { docs } = await client.fetchQuery(memberQuery(id, page))
  return client.fetchQuery(rowsQuery(docs))
}

/** The findings of a page of a cluster, of all platforms, to be opened and decided on; read as soon as `isNeeded`. */
export function useMemberList(found: MemberPage | undefined, isNeeded: boolean): List<Finding> {
  const client = useQueryClient()
  const query = rowsQuery(found?.docs ?? [])
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: isNeeded && found !== undefined })
  const isFirst = data === undefined && !error
  return {
    rows: data ?? none,
    total: found?.totalDocs ?? 0,
    isTotalKnown: found !== undefined,
    state: isFirst ? 'first' : isFetching ? 'reloading' : error ? 'failed' : 'ready',
    growing: false,
    hasMore: false,
    error: error ?? undefined,
    more: () => {},
    reload: () => void refetch(),
    change: (id, to) =>
      client.setQueryData<Finding[]>(query.queryKey, (now) => now?.map((row) => (row.id === id ? to(row) : row))),
  }
}

const none: readonly Finding[] = []
