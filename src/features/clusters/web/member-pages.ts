import type { QueryClient } from '@tanstack/react-query'
import { type ClusterMember, clusters } from '#features/clusters/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import { rowsQuery } from '#features/findings/web/use-found-rows.ts'
import { call } from '#kit/web/call.ts'

/** A page of the findings of a cluster; `pagingCounter` is the number of its first. */
export type MemberPage = { docs: ClusterMember[]; totalDocs: number; totalPages: number; pagingCounter: number }

/** The query of a page of the findings of a cluster. */
export const memberQuery = (id: string, page: number) => ({
  queryKey: ['clusters', 'members', id, page],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<MemberPage> =>
    call(clusters.members, { id, page }, { signal }),
  retry: false,
})

/** Reads a page of the findings of a cluster as they are stored now, for walking on to it. */
export async function readMemberPage(client: QueryClient, id: string, page: number): Promise<readonly Finding[]> {
  const { docs } = await client.fetchQuery(memberQuery(id, page))
  return client.fetchQuery(rowsQuery(docs))
}
