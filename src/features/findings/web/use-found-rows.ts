import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { findings } from '#features/findings/contract.ts'
import { maxRefreshed } from '#features/findings/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import { chunksOf } from '#kit/web/chunks-of.ts'
import type { List } from '#kit/web/use-list.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Finding } from './finding.ts'

/** A finding that a list of another feature names. */
type Named = { id: string; platform: string }

/** Before the keys of all these queries. */
export const foundRowsKey = ['found rows']

/** The query of these findings as their platforms' lists have them, in this order; those out of sight are left out. */
export const rowsQuery = (named: readonly Named[]) => ({
  queryKey: [...foundRowsKey, named.map(({ id }) => id)],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Finding[]> => {
    const answers = platforms.flatMap(({ value }) =>
      chunksOf(
        named.filter(({ platform }) => platform === value),
        maxRefreshed,
      ).map((part) => readPart(value, part, signal)),
    )
    const found = new Map((await Promise.all(answers)).flat().map((row) => [row.id, row]))
    return named.flatMap(({ id }) => found.get(id) ?? [])
  },
  retry: false,
  refetchOnWindowFocus: false,
})

/** Changes a finding in every such list that is loaded. */
export function changeFound(client: QueryClient, id: string, to: (row: Finding) => Finding): void {
  client.setQueriesData<Finding[]>({ queryKey: foundRowsKey }, (rows) =>
    rows?.map((row) => (row.id === id ? to(row) : row)),
  )
}

async function readPart(
  platform: FindingPlatform,
  part: readonly Named[],
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const ids = part.map(({ id }) => id).join(',')
  return (await call(findings[platform].rows, { ids }, { signal })).docs
}

/**
 * The findings on a page of a list of another feature, of all platforms, to be opened and decided on; read as soon as
 * `isNeeded`. Without a page that is not known yet.
 */
export function useFoundRows(
  page: { docs: readonly Named[]; totalDocs: number } | undefined,
  isNeeded: boolean,
): List<Finding> {
  const client = useQueryClient()
  const query = rowsQuery(page?.docs ?? [])
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: isNeeded && page !== undefined })
  const isFirst = data === undefined && !error
  return {
    rows: data ?? none,
    total: page?.totalDocs ?? 0,
    isTotalKnown: page !== undefined,
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
