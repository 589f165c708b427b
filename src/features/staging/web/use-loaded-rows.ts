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
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { withItems } from './sheet-rows.ts'
import { texts } from './texts.ts'
import { openedSheet, type UnsavedHead, unsavedOf, withRows } from './unsaved-rows.ts'
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
  const stored = useStoredRows(draftId)
  const [failure, setFailure] = useState<unknown>()
  const [isOpen, setOpen] = useState(false)
  /** What this browser keeps of the draft, until it is on the sheet. */
  const kept = useRef<StoredDraft<UnsavedHead>>(undefined)
  const restore = (found: StoredDraft<UnsavedHead>) => {
    kept.current = found
  }
  const unsaved = useMemo(() => {
    if (!isOpen) return 'unchanged' as const
    const notSaved = unsavedOf(platform, sheet)
    return notSaved && (() => notSaved)
  }, [isOpen, platform, sheet])
  const { isReady, unread } = useDraft<UnsavedHead>(draftOwner(user.id, 'staging', draftId), { restore, unsaved })

  const open = () =>
    inTurn(async () => {
      setFailure(undefined)
      try {
        const answer = begunNow ? await stored.fetchRows() : undefined
        apply(withRows(openedSheet(platform, latest(), answer?.draftItems ?? [], kept.current), first))
        if (kept.current && kept.current.rows.length > 0)
          toastInfo(texts.restored(kept.current.rows.length), { milliseconds: messageTime })
        kept.current = undefined
        setOpen(true)
      } catch (error) {
        console.warn(error)
        setFailure(error)
      }
    })
  const openAtOnce = useEffectEvent(() => void open())
  useEffect(() => {
    if (isReady) openAtOnce()
  }, [isReady])

  const refresh = useRefresh(stored, { platform, state, inTurn, onRead })
  useLiveEvent('drafts', (event) => {
    if (event['draft'] !== draftId || !isOpen || !['rows', 'submitted', 'sent back'].includes(event['kind'] ?? ''))
      return
    void refresh()
    if (event['kind'] !== 'rows') onChanged()
  })
  useFollowing({ isFollowed: isOpen && begunNow, refresh, onFollow: stored.readFromBeginning })
  return { draft: stored.draft, loadFailure: failure, isOpen, retryLoading: () => void open(), refresh, unread }
}

/** The rows of a draft on the server: `fetchRows` reads what has changed since they were read last. */
function useStoredRows(draftId: string) {
  const [draft, setDraft] = useState<Draft>()
  /** The number of the last change that was read. */
  const since = useRef<number>(undefined)
  const fetchRows = useCallback(async () => {
    const answer = await call(staging.rows, {
      draftId,
      ...(since.current === undefined ? {} : { since: since.current }),
    })
    since.current = answer.changes
    setDraft(answer.draft)
    return answer
  }, [draftId])
  const wasRead = useCallback(() => since.current !== undefined, [])
  /** A draft that was begun just now has no rows of others before this. */
  const readFromBeginning = useCallback(() => {
    since.current ??= 0
  }, [])
  return { draft, fetchRows, wasRead, readFromBeginning }
}

type StoredRows = ReturnType<typeof useStoredRows>
type RefreshDeps = Pick<Deps, 'state' | 'inTurn' | 'onRead'> & { platform: FindingPlatformDefinition }

/** Returns what puts the rows that others changed on the sheet. */
function useRefresh({ fetchRows, wasRead }: StoredRows, { platform, state, inTurn, onRead }: RefreshDeps) {
  const { latest, apply } = state
  const onReadNow = useRef(onRead)
  useEffect(() => {
    onReadNow.current = onRead
  })
  /** A look that has not begun yet sees all changes until it does. */
  const waiting = useRef<Promise<void>>(undefined)
  return useCallback(
    () =>
      (waiting.current ??= inTurn(async () => {
        waiting.current = undefined
        if (!wasRead()) return
        try {
          const { draft: now, draftItems } = await fetchRows()
          // Read after the answer: what was typed meanwhile belongs to the sheet.
          apply(withItems(platform, latest(), draftItems))
          onReadNow.current(now)
        } catch (error) {
          console.warn(error)
        }
      })),
    [inTurn, apply, latest, platform, fetchRows, wasRead],
  )
}

type Following = { isFollowed: boolean; refresh: () => Promise<void>; onFollow: () => void }

/** Refreshes the rows after a missed event, at intervals and when the connection is back. */
function useFollowing({ isFollowed, refresh, onFollow }: Following): void {
  useLiveEvent('missed', () => isFollowed && void refresh())
  useEffect(() => {
    if (!isFollowed) return undefined
    onFollow()
    const timer = setInterval(() => void refresh(), refreshMs)
    const stop = watchConnection(() => connection() === 'up' && void refresh())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isFollowed, refresh, onFollow])
}
