import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#kit/contract/page.ts'
import { toastOutcome } from './alerts.ts'
import { delays } from './delays.ts'
import { useInfiniteList } from './use-infinite-list.ts'

/**
 * A queue of jobs, newest first, ten more at its end (S-065, S-076); read again every second while one of them is waiting
 * or being processed. `email` is that of the person signed in, if the list says it.
 */
export function useQueue<Row extends { id: string }>(options: {
  name: string
  read: (page: number, signal: AbortSignal) => Promise<Page<Row> & { email?: string }>
  /** Whether the job waits or is being processed. */
  isBusy: (row: Row) => boolean
}) {
  const client = useQueryClient()
  const { name } = options
  const list = useInfiniteList({ key: ['queue', name], read: options.read })
  const reload = () => void client.invalidateQueries({ queryKey: ['queue', name] })
  const isBusy = list.rows.some(options.isBusy)
  const { isFetching } = list.query
  useEffect(() => {
    if (!isBusy || isFetching) return
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: ['queue', name] }), delays.mail)
    return () => clearTimeout(timer)
  }, [client, isBusy, isFetching, name])
  const [first] = (list.query.data?.pages ?? []) as readonly { email?: string }[]
  return { ...list, reload, email: first?.email ?? '' }
}

/** Runs an action on a job and says how it went, then reads the queue again. */
export function useQueueAction({ reload }: { reload: () => void }) {
  return async (work: () => Promise<{ message: string }>) => {
    await toastOutcome(work)
    reload()
  }
}
