import { useState } from 'react'
import { editing, editReport, type EditReport } from '#features/editing/contract.ts'
import { invalidReasonCodeText } from '#features/staging-rows/messages.ts'
import { refusalsOf, summaryOf } from '#features/intake/web/refusals.ts'
import { hasInvalidReasonCode } from '#features/intake/web/upload-form.ts'
import { toastError, toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { messageTime, type StagedGrid } from '#kit/web/staged-grid/use-staged-grid.ts'
import { type FindingPlatformDefinition, isIdentifiedByDomain } from '#platforms/platform.ts'
import { type SheetQuery, scopeOf } from './edit-query.ts'
import { sentRow } from './edited-rows.ts'
import { failureText } from './save-failure.ts'
import { texts } from './texts.ts'
import type { EditWork } from './use-row-fetcher.ts'

type Deps = {
  grid: StagedGrid<EditWork>
  platform: FindingPlatformDefinition | undefined
  query: SheetQuery
  duplicateLidCheck: boolean
  /** The rows to save, and which of their cells were edited. */
  edited: GridRows
  editedIn: (row: GridRow) => readonly string[]
  onSaved: () => Promise<unknown>
  /** Called when somebody else changed rows: fetches them again and merges the edits. */
  onChanged: () => Promise<void>
}

/** Saves the edited rows. `notice` says why the last save failed, until the next one. */
export function useSaveEdits(deps: Deps): { save: () => Promise<void>; notice: string; clearNotice: () => void } {
  const { grid, platform, query, duplicateLidCheck, edited, editedIn } = deps
  const [notice, setNotice] = useState('')

  const showRefusal = async (definition: FindingPlatformDefinition, error: unknown) => {
    const report = error instanceof CallFailed && error.status === 409 ? reportIn(error.answer) : undefined
    const text = failureText(definition, error, report)
    if (text) toastError(text)
    if (!report) {
      if (error instanceof CallFailed) grid.setErrors(error.fields)
      setNotice(sentenceOf(error))
      return
    }
    grid.setSummary(summaryOf(report, isIdentifiedByDomain(definition)))
    if (report.changed.length === 0)
      return grid.change({ kind: 'refused', refusals: refusalsOf(definition, report, edited) })
    await deps.onChanged()
    setNotice(texts.changedByOthers(report.changed.length))
  }

  const save = async () => {
    if (!platform || grid.work) return
    setNotice('')
    grid.setSummary('')
    if (edited.length === 0) return toastInfo(texts.nothingEdited)
    // S-151
    if (hasInvalidReasonCode(edited.filter((row) => editedIn(row).includes('reasonCode'))))
      return toastError(invalidReasonCodeText, { milliseconds: messageTime })
    const { reportingDate } = query
    const data = edited.map((row) => sentRow(row, editedIn(row)))
    try {
      await grid.runWork('save', () =>
        call(editing.save, { ...scopeOf(query.scope), reportingDate, duplicateLidCheck, data }),
      )
    } catch (error) {
      return showRefusal(platform, error)
    }
    toastSuccess(texts.saved)
    await deps.onSaved()
  }
  return { save, notice, clearNotice: () => setNotice('') }
}

function reportIn(answer: unknown): EditReport | undefined {
  const read = editReport.safeParse(answer)
  return read.success ? read.data : undefined
}
