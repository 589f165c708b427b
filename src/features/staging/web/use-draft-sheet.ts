import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { parseReport } from '#features/intake/web/refusals.ts'
import { useLiveEvent } from '#features/notifications/web/live.ts'
import { staging } from '#features/staging/contract.ts'
import type { Draft } from '#features/staging/contract-schemas.ts'
import { messages } from '#features/staging/messages.ts'
import { toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { connection, watchConnection } from '#kit/web/connection.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { type Draft as StoredDraft, draftOwner, openDrafts } from '#kit/web/staged-grid/drafts.ts'
import { useDraft } from '#kit/web/staged-grid/use-draft.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { refusalsBySn } from './refused-rows.ts'
import type { CallScope } from './save-queue.ts'
import { emptySheet, withDecision, withItems } from './sheet-rows.ts'
import { texts } from './texts.ts'
import { openedSheet, type UnsavedHead, unsavedOf } from './unsaved-rows.ts'
import { useSaving, unsavedCount } from './use-saving.ts'
import { useSheet } from './use-sheet.ts'

export type DraftSheetProps = {
  user: { id: string; name: string }
  platform: FindingPlatformDefinition
  scope: CallScope
  draftId: string
  /** The server does not have it yet. */
  isNew: boolean
  onBegun: (draft: { _id: string; fileName: string }) => void
  /** Called when this person submitted it; `rows` became findings, which `batch` lists. */
  onSubmitted: (submitted: { rows: number; batch: string }) => void
  /** Called when the list of drafts is no longer what it was. */
  onChanged: () => void
  /** Rows that a new draft starts with. */
  first: GridRows
  /** Called with rows that were not saved before somebody else submitted the draft: they go to a new one. */
  onMove: (rows: GridRows) => void
}

/** The sheet of one draft: its rows from the server and from this browser, saving and submitting them. */
export function useDraftSheet(props: DraftSheetProps) {
  const { user, platform, scope, draftId, onBegun, onSubmitted, onChanged } = props
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
  const { save, inTurn } = saving
  const [notice, setNotice] = useState<string>()
  /** A submission was sent whose answer never came. */
  const [isUnanswered, setUnanswered] = useState(false)
  const finish = ({ rows, batch }: { rows: number; batch: string }) => {
    apply(emptySheet)
    toastSuccess(messages.submitted)
    onSubmitted({ rows, batch })
  }
  // What became of a submission without an answer: the draft itself says it.
  const seeDraft = ({ submittedAt, submittedById, rows, batch }: Draft) => {
    if (!isUnanswered) return
    if (!submittedAt) return setNotice(texts.notSubmittedSoFar)
    setUnanswered(false)
    setNotice(undefined)
    // Rows that were typed meanwhile stay: the heading offers a new draft for them.
    if (submittedById === user.id && batch && unsavedCount(platform, latest()) === 0) finish({ rows, batch })
  }
  const loaded = useLoadedRows(props, { begunNow, state, inTurn, onRead: seeDraft })
  const unsaved = unsavedCount(platform, sheet)
  const isLocked = Boolean(loaded.draft?.submittedAt)

  // A deleted row is removed on the server at once, as the bin promises (S-056).
  const saveRemoved = useEffectEvent(() => void save(new Set()))
  const isRemoving = sheet.removed.size > 0 && loaded.isOpen && !isLocked
  useEffect(() => {
    if (isRemoving) saveRemoved()
  }, [isRemoving, sheet.removed])

  const { refresh } = loaded
  useEffect(() => {
    if (!isUnanswered) return undefined
    const timer = setInterval(() => void refresh(), unansweredMs)
    return () => clearInterval(timer)
  }, [isUnanswered, refresh])

  const refuse = (error: unknown) => {
    console.warn(error)
    const report = error instanceof CallFailed ? parseReport(error.answer) : undefined
    setUnanswered(isWithoutAnswer(error) || (isUnanswered && !report))
    if (report) {
      grid.change({ kind: 'refused', refusals: refusalsBySn(platform, report, latest().rows) })
      grid.goToProblem()
    } else setNotice(isWithoutAnswer(error) ? texts.unanswered : texts.notSubmitted(sentenceOf(error)))
    void loaded.refresh()
    onChanged()
  }
  const [isSubmitting, setSubmitting] = useState(false)
  const saveAndSubmit = async () => {
    setNotice(undefined)
    // Why rows could not be saved stands beside the buttons already.
    if (!(await save()) || unsavedCount(platform, latest()) > 0)
      return setNotice(latest().conflicts.size > 0 ? texts.notSubmitted(texts.undecided) : undefined)
    const rows = latest().known.size
    if (rows === 0) return setNotice(texts.notSubmitted(texts.nothingStaged))
    try {
      const { batch } = await grid.runWork({ kind: 'submitting', rows }, () =>
        inTurn(() => call(staging.submit, { draftId, ...scope })),
      )
      finish({ rows, batch })
    } catch (error) {
      refuse(error)
    }
  }
  /** Submits the rows of this moment: none can be typed until they are saved and submitted, or why not is known. */
  const submit = async () => {
    setSubmitting(true)
    try {
      await saveAndSubmit()
    } finally {
      setSubmitting(false)
    }
  }
  return {
    ...saving,
    grid,
    sheet,
    setRows,
    /** Changes a row that is still on the sheet. */
    changeRow: (sn: number, change: Readonly<Record<string, unknown>>) =>
      setRows(latest().rows.map((row) => (row.sn === sn ? { ...row, ...change } : row))),
    decide: (sn: number, decision: 'mine' | 'theirs') => apply(withDecision(latest(), sn, decision)),
    submit,
    isSubmitting,
    /** Takes the rows that were not saved before somebody else submitted the draft, out of it. */
    takeUnsaved: async () => {
      const notSaved = unsavedOf(platform, latest())
      await openDrafts(draftOwner(user.id, 'staging', draftId)).remove()
      return notSaved?.rows ?? []
    },
    notice,
    unsaved,
    isLocked,
    begunNow,
    ...loaded,
  }
}

/** Whether the server may have carried out the call: nothing came back, or a proxy answered for it. */
const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof CallFailed ? error.status === 502 || error.status === 504 : error instanceof TypeError

export type DraftSheetState = ReturnType<typeof useDraftSheet>

/** Milliseconds between two looks for changes, in case an event was lost, and after a submission without an answer. */
const refreshMs = 60_000
const unansweredMs = 3_000

/** Loads the rows of a draft, keeps those that are not saved in this browser, and follows what others change. */
function useLoadedRows(
  { user, platform, draftId, first, onChanged }: DraftSheetProps,
  deps: {
    begunNow: boolean
    state: ReturnType<typeof useSheet>
    inTurn: <T>(task: () => Promise<T>) => Promise<T>
    /** Called with the draft when its rows are on the sheet. */
    onRead: (draft: Draft) => void
  },
) {
  const { begunNow, state, inTurn, onRead } = deps
  const { latest, apply, sheet } = state
  const [draft, setDraft] = useState<Draft>()
  const [failure, setFailure] = useState<unknown>()
  const [isOpen, setOpen] = useState(false)
  const since = useRef<number>(undefined)
  const stored = useRef<StoredDraft<UnsavedHead>>(undefined)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  const fetchRows = async () => {
    const answer = await call(staging.rows, {
      draftId,
      ...(since.current === undefined ? {} : { since: since.current }),
    })
    since.current = answer.changes
    setDraft(answer.draft)
    return answer
  }

  const restore = (storedDraft: StoredDraft<UnsavedHead>) => {
    stored.current = storedDraft
  }
  const unsaved = useMemo(() => {
    if (!isOpen) return 'unchanged' as const
    const notSaved = unsavedOf(platform, sheet)
    return notSaved && (() => notSaved)
  }, [isOpen, platform, sheet])
  const isRead = useDraft<UnsavedHead>(draftOwner(user.id, 'staging', draftId), { restore, unsaved })

  const open = () =>
    inTurn(async () => {
      setFailure(undefined)
      try {
        const answer = begunNow ? await fetchRows() : undefined
        const sheetNow = openedSheet(platform, latest(), answer?.draftItems ?? [], stored.current)
        apply(sheetNow.rows.length === 0 ? { ...sheetNow, rows: first } : sheetNow)
        if (stored.current && stored.current.rows.length > 0)
          toastInfo(texts.restored(stored.current.rows.length), { milliseconds: messageTime })
        stored.current = undefined
        setOpen(true)
      } catch (error) {
        console.warn(error)
        setFailure(error)
      }
    })
  const openAtOnce = useEffectEvent(() => void open())
  useEffect(() => {
    if (isRead) openAtOnce()
  }, [isRead])

  /** A look that has not begun yet sees all changes until it does. */
  const waiting = useRef<Promise<void>>(undefined)
  const refresh = useCallback(
    () =>
      (waiting.current ??= inTurn(async () => {
        waiting.current = undefined
        if (since.current === undefined) return
        try {
          const { draft: now, draftItems } = await fetchRows()
          // Read after the answer: what was typed meanwhile belongs to the sheet.
          apply(withItems(platform, latest(), draftItems))
          read.current(now)
        } catch (error) {
          console.warn(error)
        }
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- fetchRows reads refs and the draft's id
    [inTurn, apply, latest, platform, draftId],
  )
  useLiveEvent('drafts', (event) => {
    if (event['draft'] !== draftId || !isOpen || !['rows', 'submitted', 'sent back'].includes(event['kind'] ?? ''))
      return
    void refresh()
    if (event['kind'] !== 'rows') onChanged()
  })
  useLiveEvent('missed', () => isOpen && begunNow && void refresh())
  useEffect(() => {
    if (!isOpen || !begunNow) return undefined
    // A draft that was begun just now has no rows of others before this.
    since.current ??= 0
    const timer = setInterval(() => void refresh(), refreshMs)
    const stop = watchConnection(() => connection() === 'up' && void refresh())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isOpen, begunNow, refresh])
  return { draft, loadFailure: failure, isOpen, retryLoading: () => void open(), refresh }
}
