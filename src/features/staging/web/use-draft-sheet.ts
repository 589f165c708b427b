import { useEffect, useEffectEvent, useState } from 'react'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { draftOwner, openDrafts } from '#kit/web/staged-grid/drafts.ts'
import type { DraftSheetProps } from './draft-sheet-props.ts'
import { withChange, withDecision } from './sheet-rows.ts'
import { unsavedOf } from './unsaved-rows.ts'
import { useLoadedRows } from './use-loaded-rows.ts'
import { type Saving, useSaving, unsavedCount } from './use-saving.ts'
import { useSheet } from './use-sheet.ts'
import { useSubmission } from './use-submission.ts'

/** The sheet of one draft: its rows from the server and from this browser, saving and submitting them. */
export function useDraftSheet(props: DraftSheetProps) {
  const { user, platform, scope, draftId, onBegun, onChanged } = props
  const state = useSheet(platform)
  const { grid, sheet, latest, apply, setRows } = state
  const [begunNow, setBegunNow] = useState(!props.isNew)
  const saving = useSaving({
    state,
    platform,
    scope,
    draftId,
    userName: user.name,
    isNew: props.isNew,
    onBegun: (begun) => (setBegunNow(true), onBegun(begun)),
  })
  const submission = useSubmission(props, {
    state,
    saving,
    onRefused: () => {
      void loaded.refresh()
      onChanged()
    },
  })
  const loaded = useLoadedRows(props, { begunNow, state, inTurn: saving.inTurn, onRead: submission.onRead })
  const unsaved = unsavedCount(platform, sheet)
  const isLocked = Boolean(loaded.draft?.submittedAt)

  useRemoving(loaded.isOpen && !isLocked ? sheet.removed : none, saving.save)
  useRepeatedRefresh(submission.isUnanswered, loaded.refresh)

  return {
    ...saving,
    grid,
    sheet,
    setRows,
    changeRow: (of: GridRow, change: Readonly<Record<string, unknown>>) =>
      setRows(withChange(latest().rows, of, change)),
    decide: (sn: number, decision: 'mine' | 'theirs') => apply(withDecision(latest(), sn, decision)),
    submit: submission.submit,
    isSubmitting: submission.isSubmitting,
    /** Takes the rows that were not saved before somebody else submitted the draft, out of it. */
    takeUnsaved: async () => {
      const notSaved = unsavedOf(platform, latest())
      await openDrafts(draftOwner(user.id, 'staging', draftId)).remove()
      return notSaved?.rows ?? []
    },
    notice: submission.notice,
    unsaved,
    isLocked,
    begunNow,
    ...loaded,
  }
}

export type DraftSheetState = ReturnType<typeof useDraftSheet>

const none: ReadonlyMap<string, number> = new Map()

/** A deleted row is removed on the server at once, as the bin promises (S-056). */
function useRemoving(removed: ReadonlyMap<string, number>, save: Saving['save']): void {
  const saveRemoved = useEffectEvent(() => void save(new Set()))
  useEffect(() => {
    if (removed.size > 0) saveRemoved()
  }, [removed])
}

/** Looks for what became of a submission that was not answered. */
function useRepeatedRefresh(isUnanswered: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!isUnanswered) return undefined
    const timer = setInterval(() => void refresh(), unansweredMs)
    return () => clearInterval(timer)
  }, [isUnanswered, refresh])
}

/** Milliseconds between two looks for what became of a submission without an answer. */
const unansweredMs = 3_000
