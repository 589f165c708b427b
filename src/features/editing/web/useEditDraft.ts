import { useCallback, useMemo } from 'react'
import { type Draft, draftOwner } from '#features/intake/web/drafts.ts'
import { useDraft } from '#features/intake/web/useDraft.ts'
import { sentRow } from './edited-rows.ts'
import type { Edits, DraftEdit, SheetQuery } from './useEdits.ts'

type Head = { question: SheetQuery; duplicateLidCheck: boolean }

/** Stores a person's unsaved edits with the query of their sheet. False until a stored draft was looked up. */
export function useEditDraft(userId: string, edits: Edits): boolean {
  const { restore: restoreEdits, edited, editedIn, query, duplicateLidCheck, work } = edits
  const restore = useCallback(
    ({ head, rows }: Draft<Head>) => restoreEdits(head.question, head.duplicateLidCheck, rows as readonly DraftEdit[]),
    [restoreEdits],
  )
  const isMissing = edits.failure !== undefined && edits.stored === undefined
  // While rows are loading or could not be loaded, the stored draft is not changed.
  const isPaused = work !== undefined || isMissing
  const unsaved = useMemo(() => {
    if (isPaused) return 'unchanged' as const
    if (edited.length === 0) return undefined
    return () => ({
      head: { question: query, duplicateLidCheck },
      rows: edited.map((row) => sentRow(row, editedIn(row)) as DraftEdit),
    })
  }, [edited, editedIn, query, duplicateLidCheck, isPaused])
  return useDraft<Head>(draftOwner(userId, 'edits'), { restore, unsaved })
}
