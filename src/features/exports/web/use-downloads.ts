import { exportCalls } from '#features/exports/contract.ts'
import type { BulkRecord, DomainRecord } from '#features/exports/contract-schemas.ts'
import type { Page } from '#kit/contract/page.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { saveAddress } from '#kit/web/fetch-file.ts'
import { useQueue, useQueueAction } from '#kit/web/use-queue.ts'

export type DownloadRecord = BulkRecord | DomainRecord

/** A queue of downloads, read again while one of them is not finished. */
export const useDownloads = <Row extends DownloadRecord>(
  name: string,
  read: (page: number, signal: AbortSignal) => Promise<Page<Row> & { email: string }>,
) => useQueue({ name, read, isBusy: ({ status }) => status === 'Pending' || status === 'Processing' })

/** What one can do with a download of the queue. A refused action says why. */
export function useDownloadActions({ reload }: { reload: () => void }) {
  const act = useQueueAction({ reload })
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
