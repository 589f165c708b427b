import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLiveEvent } from '#features/notifications/web/live.ts'
import { staging } from '#features/staging/contract.ts'
import type { Draft } from '#features/staging/contract-schemas.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { connection, watchConnection } from '#kit/web/connection.ts'
import { type Draft as StoredDraft, draftOwner } from '#kit/web/staged-grid/drafts.ts'
import { useDraft } from '#kit/web/staged-grid/use-draft.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import { withItems } from './sheet-rows.ts'
import { texts } from './texts.ts'
import { openedSheet, type UnsavedHead, unsavedOf } from './unsaved-rows.ts'
import type { DraftSheetProps } from './draft-sheet-props.ts'
import type { Saving } from './use-saving.ts'
import type { SheetState } from './use-sheet.ts'

type Props = Pick<DraftSheetProps, 'user' | 'platform' | 'draftId' | 'first' | 'onChanged'>

type Deps = Pick<Saving, 'inTurn'> & {
  state: SheetState
  /** The server has the draft. */
  begunNow: boolean
  /** Called with the draft when its rows are on the sheet. */
  onRead: (draft: Draft) => void
}

/** Milliseconds between two looks for changes, in case an event was lost. */
const refreshMs = 60_000

/** Loads the rows of a draft, keeps those that are not saved in this browser, and follows what others change. */
export function useLoadedRows({ user, platform, draftId, first, onChanged }: Props, deps: Deps) {
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
