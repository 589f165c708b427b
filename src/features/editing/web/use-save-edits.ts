import { useState } from 'react'
import { editing, type EditReport } from '#features/editing/contract.ts'
import type { UploadReport } from '#features/staging-rows/contract.ts'
import { invalidReasonCodeText } from '#features/staging-rows/messages.ts'
import type { SavedRows } from '#features/intake/web/SavedNote.tsx'
import { refusalsOf, summaryOf } from '#features/intake/web/refusals.ts'
import { reportOfSheet } from '#features/intake/web/sheet-report.ts'
import { hasInvalidReasonCode } from '#features/intake/web/upload-form.ts'
import { isReport } from '#features/staging-rows/rules.ts'
import { toastError, toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
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

export type SaveEdits = {
  save: () => Promise<void>
  notice: string
  saved: SavedRows | undefined
  /** Forgets the notice and what was saved. */
  clear: () => void
}

/**
 * Saves the edited rows. `notice` says why the last save failed, until the next one; `saved` what it stored, until the
 * next save or other rows.
 */
export function useSaveEdits(deps: Deps): SaveEdits {
  const { grid, platform, query, duplicateLidCheck, edited, editedIn } = deps
  const [notice, setNotice] = useState('')
  const [saved, setSaved] = useState<SavedRows>()
  const clear = () => {
    setNotice('')
    setSaved(undefined)
  }

  const showRefusal = async (definition: FindingPlatformDefinition, error: unknown) => {
    const report = error instanceof CallFailed && isEditReport(error.answer) ? error.answer : undefined
    const isConflict = failedWith(error, 409)
    const text = failureText(definition, error, isConflict ? report : undefined)
    if (text) toastError(text, { cause: error })
    if (report) showReport(definition, report, deps)
    if (!report || !isConflict) {
      if (error instanceof CallFailed) grid.setErrors(error.fields)
      setNotice(sentenceOf(error))
      return
    }
    if (report.changed.length === 0) return
    await deps.onChanged()
    setNotice(texts.changedByOthers(report.changed.length))
    grid.goToProblem()
  }
  const save = async () => {
    if (!platform || grid.work) return
    clear()
    grid.setSummary('')
    if (edited.length === 0) return toastInfo(texts.nothingEdited)
    // S-151
    if (hasInvalidReasonCode(edited.filter((row) => editedIn(row).includes('reasonCode')))) {
      grid.goToProblem('reasonCode')
      return toastError(invalidReasonCodeText, { milliseconds: messageTime })
    }
    if (await isRefusedHere(platform, deps)) return
    const { reportingDate } = query
    const data = edited.map((row) => sentRow(row, editedIn(row)))
    try {
      const { updated, batch } = await grid.runWork('save', () =>
        call(editing.save, { ...scopeOf(query.scope), reportingDate, duplicateLidCheck, data }),
      )
      setSaved({ rows: updated, isNew: false, scope: query.scope, batch })
    } catch (error) {
      return showRefusal(platform, error)
    }
    toastSuccess(texts.saved)
    await deps.onSaved()
  }
  return { save, notice, saved, clear }
}

type EditedSheet = Pick<Deps, 'grid' | 'edited'>

/** Marks the rejected rows and leads to the first of them. */
function showReport(platform: FindingPlatformDefinition, report: UploadReport, { grid, edited }: EditedSheet): void {
  grid.setSummary(summaryOf(report, isIdentifiedByDomain(platform)))
  grid.change({ kind: 'refused', refusals: refusalsOf(platform, report, edited) })
  if (report.duplicates.length > 0) grid.goToProblem()
}

/** Refuses edits that the browser knows to be wrong as the server would, without sending them. */
async function isRefusedHere(platform: FindingPlatformDefinition, { grid, edited }: EditedSheet): Promise<boolean> {
  const problemsOf = grid.problems.ownProblemsOf
  const report = await grid.runWork('save', () => reportOfSheet(edited, { platform, checkLids: false, problemsOf }))
  if (!report) return false
  const text = failureText(platform, undefined, { ...report, changed: [] })
  if (text) toastError(text)
  showReport(platform, report, { grid, edited })
  return true
}

const isEditReport = (answer: unknown): answer is EditReport => isReport(answer) && 'changed' in answer
