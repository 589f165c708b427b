import { useCallback, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { nothingChosen, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { changedColumns, editing, editReport, type EditReport } from '#features/editing/contract.ts'
import { messageTime } from '#features/intake/web/useUpload.ts'
import { noRefusals, type Refusals, refusalsOf, summaryOf } from '#features/intake/web/refusals.ts'
import { invalidReasonCodeText } from '#features/staging-rows/messages.ts'
import { isEmpty } from '#columns/column.ts'
import { isRequired } from '#kit/contract/texts.ts'
import { toastInfo, toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { platformOf } from '#platforms/all.ts'
import { readReasonCode } from '#vocabulary/reason-codes.ts'
import { baseOf, mergeEdits, memoisedEdits, sentRow, storedRows } from './edited-rows.ts'
import { failureText } from './save-failure.ts'
import { texts } from './texts.ts'

export type ColumnFilters = Readonly<Record<string, string>>
/** Which findings the sheet has. */
export type SheetQuery = { scope: StaffScope; reportingDate: string; filters: ColumnFilters }
/** A stored unsaved edit: finding id, version, and the edited cells. */
export type DraftEdit = GridRow & { id: string; rowVersion: number }

const emptyQuery: SheetQuery = { scope: nothingChosen, reportingDate: '', filters: {} }
const noRows: GridRows = []

/** State and actions of the edit sheet: its query, the fetched rows, the edits, saving and deleting. */
export function useEdits() {
  const [query, setQuery] = useState<SheetQuery>(emptyQuery)
  const platform = platformOf(query.scope.platform ?? '')
  const [stored, setStored] = useState<{ rows: GridRows; base: ReturnType<typeof baseOf>; more: boolean }>()
  const [rows, setRows] = useState<GridRows>(noRows)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [duplicateLidCheck, setDuplicateLidCheck] = useState(true)
  const [refusals, setRefusals] = useState<Refusals>(noRefusals)
  const [work, setWork] = useState<'fetch' | 'save'>()
  const [failure, setFailure] = useState<unknown>()
  const [notice, setNotice] = useState('')
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageTime)
  const [summary, setSummary] = useTemporaryState('', messageTime)
  const client = useQueryClient()
  /** The edits that the last load was to merge into its rows, for a retry. */
  const pendingEdits = useRef<Parameters<typeof mergeEdits>[1]>([])

  const names = useMemo(() => (platform ? changedColumns(platform) : []), [platform])
  const editedIn = useMemo(() => memoisedEdits(stored?.base ?? new Map(), names), [stored, names])
  const edited = useMemo(() => rows.filter((row) => editedIn(row).length > 0), [rows, editedIn])

  const forget = () => {
    setStored(undefined)
    setRows(noRows)
    setChosen(new Set())
    setRefusals(noRefusals)
    setFailure(undefined)
    setSummary('')
    setNotice('')
  }

  /** Fetches the rows of a query and merges edits into them. False when the fetch failed. */
  const load = async (nextQuery: SheetQuery, edits: Parameters<typeof mergeEdits>[1] = []): Promise<boolean> => {
    pendingEdits.current = edits
    setWork('fetch')
    setFailure(undefined)
    try {
      const { data, more } = await call(editing.fetch, {
        ...scopeOf(nextQuery.scope),
        reportingDate: nextQuery.reportingDate,
        filters: nextQuery.filters,
      })
      const fresh = storedRows(data)
      const merged = mergeEdits(fresh, edits)
      setStored({ rows: fresh, base: baseOf(fresh), more })
      setRows(merged.rows)
      setChosen(new Set())
      setRefusals(merged.conflicts)
      if (merged.gone > 0) toastInfo(texts.rowsGone(merged.gone))
      return true
    } catch (error) {
      setFailure(error)
      if (error instanceof CallFailed) setErrors(error.fields)
      // S-261
      toastError(sentenceOf(error))
      return false
    } finally {
      setWork(undefined)
    }
  }
  /** Fetches the same rows again and merges the edits into them. */
  const reload = async () => {
    const base = stored?.base
    const mine = edited.map((row) => ({ row, names: editedIn(row), stored: base?.get((row as DraftEdit).id) }))
    await load(query, mine)
    void client.invalidateQueries({ queryKey: ['reporting-dates'] })
  }

  const missing = (): Record<string, string> => ({
    ...(query.scope.companyId ? {} : { company: isRequired('Company') }),
    ...(query.scope.brandId ? {} : { brand: isRequired('Brand') }),
    ...(query.scope.platform ? {} : { platform: isRequired('Platform') }),
    ...(query.reportingDate ? {} : { reportingDate: isRequired('Reporting date') }),
  })

  /** Fetches the rows of the chosen scope; earlier edits are discarded. */
  const fetchRows = async (filters: ColumnFilters = query.filters) => {
    const lacking = missing()
    setErrors(lacking)
    if (Object.keys(lacking).length > 0) return
    const nextQuery = { ...query, filters }
    setQuery(nextQuery)
    forget()
    await load(nextQuery)
  }

  const save = async () => {
    if (!platform || work) return
    setNotice('')
    setSummary('')
    if (edited.length === 0) return toastInfo(texts.nothingEdited)
    const isUnknown = (row: GridRow) =>
      editedIn(row).includes('reasonCode') && !isEmpty(row['reasonCode']) && !readReasonCode(row['reasonCode'])
    // S-151
    if (edited.some(isUnknown)) return toastError(invalidReasonCodeText, { milliseconds: messageTime })
    setWork('save')
    try {
      await call(editing.save, {
        ...scopeOf(query.scope),
        reportingDate: query.reportingDate,
        duplicateLidCheck,
        data: edited.map((row) => sentRow(row, editedIn(row))),
      })
    } catch (error) {
      setWork(undefined)
      return refused(error)
    }
    toastSuccess(texts.saved)
    await load(query)
  }

  const refused = async (error: unknown) => {
    const report = error instanceof CallFailed && error.status === 409 ? reportIn(error.answer) : undefined
    const text = failureText(platform!, error, report)
    if (text) toastError(text)
    if (!report) {
      if (error instanceof CallFailed) setErrors(error.fields)
      setNotice(sentenceOf(error))
      return
    }
    setSummary(summaryOf(report, platform!.value === 'domain'))
    if (report.changed.length === 0) return setRefusals(refusalsOf(platform!, report, edited))
    await reload()
    setNotice(texts.changedByOthers(report.changed.length))
  }

  const restore = useCallback(async (savedQuery: SheetQuery, lidCheck: boolean, edits: readonly DraftEdit[]) => {
    setQuery(savedQuery)
    setDuplicateLidCheck(lidCheck)
    const mine = edits.map((row) => ({ row, names: Object.keys(row).filter((name) => !isMark(name)) }))
    if (await load(savedQuery, mine)) toastInfo(texts.draftRestored(edits.length))
    // oxlint-disable-next-line react/exhaustive-deps -- only what setters need is used, and they never change
  }, [])

  return {
    query,
    platform,
    stored,
    rows,
    chosen,
    duplicateLidCheck,
    refusals,
    work,
    failure,
    notice,
    errors,
    summary,
    edited,
    editedIn,
    setRows,
    setChosen,
    setDuplicateLidCheck,
    setErrors,
    /** Changes scope or day; the current sheet is cleared. */
    changeQuery: (next: SheetQuery) => {
      setQuery(next)
      setErrors({})
      forget()
    },
    fetchRows,
    retry: () => load(query, pendingEdits.current),
    reload,
    save,
    restore,
  }
}
/** What `useEdits` returns. */
export type Edits = ReturnType<typeof useEdits>

/** Fields of a draft row that are not cells. */
const isMark = (name: string) => name === 'sn' || name === 'id' || name === 'rowVersion'

/** A chosen scope as request parameters. */
export function scopeOf({ companyId, brandId, platform }: StaffScope) {
  return { company: companyId ?? '', brand: brandId ?? '', platform: platform ?? '' }
}

function reportIn(answer: unknown): EditReport | undefined {
  const read = editReport.safeParse(answer)
  return read.success ? read.data : undefined
}
