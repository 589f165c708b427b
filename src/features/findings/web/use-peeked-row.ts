import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { validate } from 'uuid'
import { findings } from '#features/findings/contract.ts'
import { call } from '#kit/web/call.ts'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'

/** Reads a finding by its id, as the list has its rows; undefined when there is none, or it is out of the caller's sight. */
export type ReadFinding = (id: string, signal: AbortSignal) => Promise<Finding | undefined>

export type PeekedRow = {
  /** The open finding: the row of the list, or the one read by its id. */
  row: Finding | undefined
  isListed: boolean
  isLoading: boolean
  /** Why it could not be read; null when it could. */
  error: Error | null
  /** Reads it again, where it is not in the list. */
  readAgain: () => void
  /** Changes a finding wherever it is shown: in the list, and as the open one. */
  change: List<Finding>['change']
}

const keyOf = (platform: FindingPlatformDefinition, id: string | undefined) => ['peek', platform.value, id]

/** Reads a finding as its platform's lists have it. */
export const readFinding =
  (platform: FindingPlatformDefinition): ReadFinding =>
  async (id, signal) => {
    const { docs } = await call(findings[platform.value].rows, { ids: id }, { signal })
    return docs[0]
  }

/** Changes a finding that was read by its id; nothing where it was not. */
export function changePeeked(
  client: QueryClient,
  platform: FindingPlatformDefinition,
  id: string,
  to: (row: Finding) => Finding,
): void {
  const queryKey = keyOf(platform, id)
  if (!client.getQueryData(queryKey)) return
  // An answer that is on its way is older than this change.
  void client.cancelQueries({ queryKey })
  client.setQueryData<Finding | null>(queryKey, (row) => (row ? to(row) : row))
}

/** The row of the open finding: of the list, or read by its id where a link names one that the list does not have. */
export function usePeekedRow(
  platform: FindingPlatformDefinition,
  { list, id, read }: { list: List<Finding>; id: string | undefined; read: ReadFinding },
): PeekedRow {
  const client = useQueryClient()
  const listed = list.rows.find((one) => one.id === id)
  const isNeeded = id !== undefined && listed === undefined && list.state !== 'first'
  // A row that leaves the list while it is open stays until it was read.
  const last = useRef<Finding>(undefined)
  const { data, error, isFetching, refetch } = useQuery<Finding | null>({
    // For rows of the list one key: another one for each of them would be one more thing to do with every step.
    queryKey: keyOf(platform, isNeeded ? id : undefined),
    // What is no id, in an address that was cut off, is of no finding.
    queryFn: async ({ signal }) => (id !== undefined && validate(id) ? ((await read(id, signal)) ?? null) : null),
    placeholderData: () => (last.current?.id === id ? last.current : undefined),
    enabled: isNeeded,
    staleTime: 0,
    retry: false,
  })
  const row = listed ?? (isNeeded ? (data ?? undefined) : undefined)
  useEffect(() => {
    last.current = row
  })
  return {
    row,
    isListed: listed !== undefined,
    isLoading: (isNeeded && isFetching) || list.state === 'first',
    error: isNeeded ? error : null,
    readAgain: () => {
      if (isNeeded) void refetch()
    },
    change: (one, to) => {
      list.change(one, to)
      changePeeked(client, platform, one, to)
    },
  }
}
