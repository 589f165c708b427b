import { useRef, useState } from 'react'
import { editing } from '#features/editing/contract.ts'
import { toastError, toastInfo } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { StagedGrid } from '#kit/web/staged-grid/use-staged-grid.ts'
import { type SheetQuery, scopeOf } from './edit-query.ts'
import { type Base, baseOf, type EditedRow, mergeEdits, storedRows } from './edited-rows.ts'
import { texts } from './texts.ts'

export type EditWork = 'fetch' | 'save'
/** The rows as they were fetched; `more` when the day has more than one fetch returns. */
export type FetchedRows = { base: Base; more: boolean }

export type RowFetcher = {
  /** Fetches the rows of a query and merges edits into them. False when the fetch failed. */
  load: (query: SheetQuery, edits?: readonly EditedRow[]) => Promise<boolean>
  /** Repeats the last load, with its edits. */
  retry: () => Promise<boolean>
  /** Empties the sheet. */
  forget: () => void
  failure: unknown
  /** How many rows the edits concern that could not be merged, because the last load failed. */
  unmerged: number
}

/** Fetches rows into the sheet. `setFetched` gets them as the server has them. */
export function useRowFetcher(
  grid: StagedGrid<EditWork>,
  setFetched: (fetched: FetchedRows | undefined) => void,
): RowFetcher {
  const [failure, setFailure] = useState<unknown>()
  const [unmerged, setUnmerged] = useState(0)
  const last = useRef<{ query: SheetQuery; edits: readonly EditedRow[] }>(undefined)

  const load: RowFetcher['load'] = (query, edits = []) =>
    grid.runWork('fetch', async () => {
      last.current = { query, edits }
      setFailure(undefined)
      try {
        const { reportingDate, filters } = query
        const { data, more } = await call(editing.fetch, { ...scopeOf(query.scope), reportingDate, filters })
        const fresh = storedRows(data)
        const merged = mergeEdits(fresh, edits)
        setFetched({ base: baseOf(fresh), more })
        grid.change({ kind: 'loaded', rows: merged.rows, refusals: merged.conflicts })
        if (merged.gone > 0) toastInfo(texts.rowsGone(merged.gone))
        return true
      } catch (error) {
        setFailure(error)
        setUnmerged(edits.length)
        if (error instanceof CallFailed) grid.setErrors(error.fields)
        // S-261
        toastError(sentenceOf(error))
        return false
      }
    })

  return {
    load,
    retry: async () => (last.current ? load(last.current.query, last.current.edits) : false),
    forget: () => {
      setFetched(undefined)
      setFailure(undefined)
      grid.clear()
    },
    failure,
    unmerged: failure === undefined ? 0 : unmerged,
  }
}
