import { useMemo } from 'react'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import { type Draft, draftOwner } from '#kit/web/staged-grid/drafts.ts'
import { type DraftState, useDraft } from '#kit/web/staged-grid/use-draft.ts'
import type { SheetQuery } from './edit-query.ts'
import { type DraftEdit, type EditedRow, editsOfDraft, sentRow } from './edited-rows.ts'
import { texts } from './texts.ts'

/** The query of the sheet and its switch. */
export type EditForm = { query: SheetQuery; duplicateLidCheck: boolean }
/** As it is stored in the browsers of today. */
type Head = { question: SheetQuery; duplicateLidCheck: boolean }

type Deps = {
  form: EditForm
  setForm: (form: EditForm) => void
  edited: GridRows
  editedIn: (row: GridRow) => readonly string[]
  load: (query: SheetQuery, edits?: readonly EditedRow[]) => Promise<boolean>
  /** The rows that the address names: fetched unless a draft is restored. */
  linked: SheetQuery | undefined
  /** While rows are loading or could not be loaded, the stored draft is not changed. */
  isPaused: boolean
}

/** Stores a person's unsaved edits with the query of their sheet. */
export function useEditDraft(userId: string, deps: Deps): DraftState {
  const { form, setForm, edited, editedIn, load, linked, isPaused } = deps
  const restore = async ({ head, rows }: Draft<Head>) => {
    setForm({ query: head.question, duplicateLidCheck: head.duplicateLidCheck })
    if (await load(head.question, editsOfDraft(rows))) toastInfo(texts.draftRestored(rows.length))
  }
  const begin = async () => linked && load(linked)
  const unsaved = useMemo(() => {
    if (isPaused) return 'unchanged' as const
    if (edited.length === 0) return undefined
    return () => ({
      head: { question: form.query, duplicateLidCheck: form.duplicateLidCheck },
      rows: edited.map((row) => sentRow(row, editedIn(row)) as DraftEdit),
    })
  }, [edited, editedIn, form, isPaused])
  return useDraft<Head>(draftOwner(userId, 'edits'), { restore, begin, unsaved })
}
