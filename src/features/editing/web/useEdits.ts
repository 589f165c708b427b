import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import { rememberScope, startingScope } from '#features/brands/web/remembered-scope.ts'
import { changedColumns } from '#features/editing/contract.ts'
import { checkRow } from '#features/intake/web/check-rows.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { type StagedGrid, useStagedGrid } from '#kit/web/staged-grid/use-staged-grid.ts'
import { platformOf } from '#platforms/all.ts'
import { queryOfSearch } from './edit-address.ts'
import { type ColumnFilters, emptyQuery, missingFields, type SheetQuery } from './edit-query.ts'
import { memoisedEdits, onlyIn, type StoredRow } from './edited-rows.ts'
import { type EditForm, useEditDraft } from './useEditDraft.ts'
import { type EditWork, type FetchedRows, useRowFetcher } from './use-row-fetcher.ts'
import { useSaveEdits } from './use-save-edits.ts'

/** The sheet of a query, with what was edited since the rows were fetched. Only edited cells are checked. */
function useEditedGrid({ scope }: SheetQuery) {
  const [fetched, setFetched] = useState<FetchedRows>()
  const platform = platformOf(scope.platform ?? '')
  const brandName = useBrand(scope.brandId)?.brandName
  const names = useMemo(() => (platform ? changedColumns(platform) : []), [platform])
  const editedIn = useMemo(() => memoisedEdits(fetched?.base ?? new Map(), names), [fetched, names])
  const check = useMemo(
    () => platform && ((row: GridRow) => onlyIn(editedIn(row), () => checkRow(platform, brandName, row))),
    [platform, brandName, editedIn],
  )
  const grid = useStagedGrid<EditWork>(check)
  const edited = useMemo(() => grid.rows.filter((row) => editedIn(row).length > 0), [grid.rows, editedIn])
  return { platform, grid, fetched, setFetched, edited, editedIn }
}

/** The edit sheet of a person: its query, the fetched rows, the edits, saving them. */
export function useEdits(userId: string) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [linked] = useState(() => queryOfSearch(search))
  const [form, setForm] = useState<EditForm>(() => {
    const scope = startingScope(userId, search)
    return { query: linked ?? { ...emptyQuery, scope }, duplicateLidCheck: true }
  })
  const { query, duplicateLidCheck } = form
  const client = useQueryClient()
  const { platform, grid, fetched, setFetched, edited, editedIn } = useEditedGrid(query)
  const fetcher = useRowFetcher(grid, setFetched)

  /** Fetches the same rows again and merges the edits into them; none while another query is being chosen. */
  const reload = async () => {
    void client.invalidateQueries({ queryKey: ['reporting-dates'] })
    if (!fetched) return
    const stored = (row: GridRow) => fetched.base.get((row as StoredRow).id)
    const edits = edited.map((row) => ({ row, names: editedIn(row), stored: stored(row) }))
    await fetcher.load(query, edits)
  }
  const { save, notice, saved, clear } = useSaveEdits({
    grid,
    platform,
    query,
    duplicateLidCheck,
    edited,
    editedIn,
    onSaved: () => fetcher.load(query),
    onChanged: reload,
  })
  const isMissing = fetcher.failure !== undefined && fetched === undefined
  const { isReady, unread } = useEditDraft(userId, {
    form,
    setForm,
    edited,
    editedIn,
    load: fetcher.load,
    linked,
    isPaused: grid.work !== undefined || isMissing,
  })

  const forget = () => {
    fetcher.forget()
    clear()
  }
  return {
    form,
    setDuplicateLidCheck: (value: boolean) => setForm((now) => ({ ...now, duplicateLidCheck: value })),
    platform,
    grid,
    fetched,
    edited,
    editedIn,
    /** Rows with unsaved edits, also those of a stored draft whose rows could not be fetched. */
    unsaved: isMissing ? fetcher.unmerged : edited.length,
    /** False until a stored draft was looked up. */
    isReady,
    /** A stored draft that could not be read. */
    unread,
    failure: fetcher.failure,
    notice,
    saved,
    forgetSaved: clear,
    ...queryActions(userId, { query, setForm, grid, fetcher, forget }),
    retry: fetcher.retry,
    reload,
    save,
  }
}

type QueryDeps = {
  query: SheetQuery
  setForm: Dispatch<SetStateAction<EditForm>>
  grid: StagedGrid<EditWork>
  fetcher: ReturnType<typeof useRowFetcher>
  /** Forgets the fetched rows and what was said about them. */
  forget: () => void
}

const queryActions = (userId: string, { query, setForm, grid, fetcher, forget }: QueryDeps) => ({
  /** Changes scope or day; the current sheet is cleared. */
  changeQuery: (next: SheetQuery) => {
    rememberScope(userId, next.scope)
    setForm((now) => ({ ...now, query: next }))
    grid.setErrors({})
    forget()
  },
  /** Fetches the rows of the chosen scope; earlier edits are discarded. */
  fetchRows: async (filters: ColumnFilters = query.filters) => {
    const missing = missingFields(query)
    grid.setErrors(missing)
    if (Object.keys(missing).length > 0) return
    const next = { ...query, filters }
    setForm((now) => ({ ...now, query: next }))
    forget()
    await fetcher.load(next)
  },
})

/** What `useEdits` returns. */
export type Edits = ReturnType<typeof useEdits>
