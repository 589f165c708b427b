// Functions that run in a worker thread, called by name: read the file of a job.
import { readList as readListBytes, type ListedAddress, type ListJob } from './read-list.ts'
import { readRefreshSheet, type RefreshSheet, type SheetJob } from './read-refresh-sheet.ts'

/** Reads a list of addresses. */
export function readList(job: ListJob): Promise<ListedAddress[] | string> {
  return readListBytes(job)
}

/** Reads a sheet that is refreshed. */
export function readSheet(job: SheetJob): Promise<RefreshSheet | string> {
  return readRefreshSheet(job)
}
