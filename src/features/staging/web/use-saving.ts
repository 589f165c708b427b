import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { staging } from '#features/staging/contract.ts'
import { type Cells, fitsDraft } from '#features/staging/rules.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { connection, watchConnection } from '#kit/web/connection.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { batchOf, type CallScope, sendBatch } from './save-queue.ts'
import { isUnsaved, withItems, withoutRemoved, withSaved } from './sheet-rows.ts'
import { texts } from './texts.ts'
import type { SheetState } from './use-sheet.ts'

type Deps = {
  state: SheetState
  platform: FindingPlatformDefinition
  scope: CallScope
  draftId: string
  userName: string
  /** The server does not have the draft yet: the first row that is saved begins it (S-128). */
  isNew: boolean
  onBegun: (draft: { _id: string; fileName: string }) => void
}

export type Saving = {
  /** Saves unsaved rows, all or those of these numbers. False when some of them could not be saved. */
  save: (chosen?: ReadonlySet<number>) => Promise<boolean>
  /** Runs after what is being saved; for everything that needs the versions of the rows. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>
  isSaving: boolean
  /** Why the last save failed, or left rows out. */
  failure: string | undefined
}

/** Milliseconds until a failed save is tried again. */
const retryMs = 5000

/** Saving rows to the draft, one call after another. A failed save is logged (S-283) and repeated until it succeeds. */
export function useSaving(deps: Deps): Saving {
  const { state, platform, scope, draftId, userName, onBegun } = deps
  const { latest, apply } = state
  const inTurn = useTurns()
  const isBegun = useRef(!deps.isNew)
  const wanted = useRef<'all' | Set<number>>(new Set())
  const [pending, setPending] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [leftOut, setLeftOut] = useState<readonly number[]>([])

  const send = async (chosen: ReadonlySet<number> | undefined): Promise<void> => {
    const { batch, newIds, tooLarge } = batchOf(platform, latest(), chosen)
    setLeftOut(tooLarge)
    if (batch.rows.length + batch.removed.length === 0) return
    apply({ ...latest(), newIds })
    if (!isBegun.current) {
      const begun = await call(staging.create, { ...scope, _id: draftId })
      isBegun.current = true
      onBegun(begun)
    }
    await sendBatch(draftId, scope, batch, ({ saved, refused }, gone) => {
      const remaining = withoutRemoved(latest(), new Set(gone.map(({ _id }) => _id)))
      apply(withItems(platform, withSaved(remaining, saved, userName), refused))
    })
  }

  const save: Saving['save'] = (chosen) =>
    inTurn(async () => {
      setPending((n) => n + 1)
      try {
        await send(chosen)
        if (wanted.current === 'all' || !chosen) wanted.current = new Set()
        else for (const sn of chosen) wanted.current.delete(sn)
        setFailure(undefined)
        return true
      } catch (error) {
        console.warn(error)
        if (!chosen) wanted.current = 'all'
        else if (wanted.current !== 'all') for (const sn of chosen) wanted.current.add(sn)
        setFailure(error instanceof CallFailed ? error.message : texts.retried)
        return false
      } finally {
        setPending((n) => n - 1)
      }
    })

  useRetry(failure, () => void save(wanted.current === 'all' ? undefined : wanted.current))

  const tooLarge = state.sheet.rows.filter(
    (row) => leftOut.includes(row.sn) && isUnsaved(platform, state.sheet, row) && !fitsDraft(platform, row as Cells),
  )
  const reason = failure ?? (tooLarge.length > 0 ? texts.tooLarge(tooLarge.map(({ sn }) => sn)) : undefined)
  return { save, inTurn, isSaving: pending > 0, failure: reason }
}

/** Runs tasks one after another, whether the one before succeeded or not. */
function useTurns(): Saving['inTurn'] {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(<T>(task: () => Promise<T>): Promise<T> => {
    const run = queue.current.then(task, task)
    queue.current = run.catch(() => undefined)
    return run
  }, [])
}

/** Tries again while there is a failure: at intervals, and when the connection is back. */
function useRetry(failure: string | undefined, tryAgain: () => void): void {
  const retry = useEffectEvent(tryAgain)
  useEffect(() => {
    if (failure === undefined) return undefined
    const timer = setInterval(retry, retryMs)
    const stop = watchConnection(() => connection() === 'up' && retry())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [failure])
}

/** The rows of a sheet that the server does not have. */
export function unsavedCount(platform: FindingPlatformDefinition, sheet: SheetState['sheet']): number {
  return sheet.rows.filter((row) => isUnsaved(platform, sheet, row)).length + sheet.removed.size
}
