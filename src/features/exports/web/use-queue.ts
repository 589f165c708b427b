import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { exportCalls } from '#features/exports/contract.ts'
import type { BulkRecord, DomainRecord } from '#features/exports/contract-schemas.ts'
import type { Page } from '#kit/contract/page.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { saveAddress } from '#kit/web/fetch-file.ts'
import { useInfiniteList } from '#kit/web/use-infinite-list.ts'

export type QueueRecord = BulkRecord | DomainRecord

/** A queue of downloads, newest first, ten more at its end (S-065); read again while one of them is not finished. */
export function useQueue<Row extends QueueRecord>(
  name: string,
  read: (page: number, signal: AbortSignal) => Promise<Page<Row> & { email: string }>,
) {
  const client = useQueryClient()
  const list = useInfiniteList({ key: ['exports', name], read })
  const reload = () => void client.invalidateQueries({ queryKey: ['exports', name] })
  const isBusy = list.rows.some(({ status }) => status === 'Pending' || status === 'Processing')
  const { isFetching } = list.query
  useEffect(() => {
    if (!isBusy || isFetching) return
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: ['exports', name] }), delays.mail)
    return () => clearTimeout(timer)
  }, [client, isBusy, isFetching, name])
  const [first] = (list.query.data?.pages ?? []) as readonly { email?: string }[]
  return { ...list, reload, email: first?.email ?? '' }
}

export type Queue = { reload: () => void }

/** What one can do with a download of the queue. A refused action says why. */
export function useQueueActions({ reload }: Queue) {
  const act = async (work: () => Promise<{ message: string }>) => {
    try {
      toastSuccess((await work()).message)
    } catch (problem) {
      toastError(sentenceOf(problem))
    }
    reload()
  }
  return {
    remove: (id: string) => act(() => call(exportCalls.remove, { id })),
    stop: (id: string) => act(() => call(exportCalls.cancel, { id })),
    retry: (id: string) => act(() => call(exportCalls.retry, { id })),
    /** Fetches one file by a fresh link; the browser saves it. */
    download: async (id: string, file: string) => {
      try {
        const { files } = await call(exportCalls.links, { id, file })
        for (const { name, url } of files) saveAddress(url, name)
      } catch (problem) {
        toastError(sentenceOf(problem))
        reload()
      }
    },
  }
}
