import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { Selection } from '#kit/web/record-parts.ts'
import { allOrNone, stillThere, toggled } from '#kit/web/selection.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { approved, awaitingApproval } from '#vocabulary/statuses.ts'
import { findings } from '#features/findings/contract.ts'
import { approvalCap } from '#features/findings/contract-schemas.ts'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'

/** How long an approval can be undone. */
const undoMilliseconds = 10_000

/** State and actions of selecting and approving on one list. */
export type Approving = {
  selection: Selection
  ids: readonly string[]
  running: boolean
  approve: () => Promise<void>
  selectNone: () => void
  /** Whether all matching findings, including those not loaded, are selected, can be, or are too many. */
  matching: 'selected' | 'offered' | 'too many' | undefined
  selectMatching: () => void
  /** Message of what was done in the last ten seconds. */
  undoable: string | undefined
  /** Offers Undo for another change, for example a decision sheet. */
  offerUndo: (what: Undoable) => void
  undo: () => Promise<void>
  /** The confirmation before all matching findings are approved. */
  dialog: ReactNode
}

/** The list on the screen: its loaded rows, how many match in all, and its query. */
type ApprovalList = { rows: readonly Finding[]; total: number; query: Readonly<Record<string, string | undefined>> }
/** A change that can be undone for ten seconds. */
export type Undoable = {
  message: string
  revert: () => Promise<{ updated: number }>
  /** Message after that many rows were restored. */
  undoneText: (count: number) => string
}

/**
 * Selecting and approving what awaits approval: loaded rows (G46), or all matching findings after confirming their
 * number. A second approval cannot start while one runs (C-105).
 */
export function useApproving(
  platform: FindingPlatformDefinition,
  { rows, total, query }: ApprovalList,
  onChanged: () => void,
): Approving {
  const calls = findings[platform.value]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [allMatchingKey, setAllMatchingKey] = useState<string>()
  const [running, setRunning] = useState(false)
  const [undoable, setUndoable] = useState<Undoable>()
  const [confirmAction, dialog] = useConfirm()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const last = useRef<string>(undefined)
  const order = rows.map((row) => row.id)
  // A changed query is another list: "all matching" is no longer selected.
  const queryKey = JSON.stringify(query)
  const isAllMatching = allMatchingKey === queryKey && order.length > 0
  const selected: ReadonlySet<string> = isAllMatching ? new Set(order) : chosen
  const ids = stillThere(selected, order)

  const select = (next: ReadonlySet<string>) => {
    setAllMatchingKey(undefined)
    setChosen(next)
  }
  const offerUndo = (what: Undoable) => {
    select(new Set())
    setUndoable(what)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setUndoable(undefined), undoMilliseconds)
    onChanged()
  }
  const done = (count: number, revert: Undoable['revert']) => {
    toastSuccess(texts.approved)
    offerUndo({ message: texts.approvedJustNow(count), revert, undoneText: texts.undone })
  }

  const approveLoaded = async () => {
    const recordIds = rows.filter((row) => selected.has(row.id)).map((row) => recordOf(platform, row))
    await call(calls.approve, {
      recordIds,
      module: platform.module,
      statusfrom: awaitingApproval,
      status: approved,
      platform: platform.value,
    })
    const approvedRecords = recordIds.map(({ id }) => ({ id }))
    done(ids.length, () => call(calls.undoApprove, { recordIds: approvedRecords }))
  }

  /** Repeats the confirmation until the confirmed number is the current one. */
  const approveMatching = async () => {
    let count = total
    for (let notice = ''; await confirmAction(texts.confirmMatching(platform.title, count, notice)); ) {
      try {
        const { updated, moment } = await call(calls.approveMatching, { ...query, count })
        return done(updated, () => call(calls.undoMatching, { moment }))
      } catch (error) {
        const now = error instanceof CallFailed ? Number(error.answer['matching']) : Number.NaN
        if (Number.isNaN(now)) throw error
        onChanged()
        if (now === 0 || now > approvalCap) return toastError(sentenceOf(error))
        count = now
        notice = sentenceOf(error)
      }
    }
  }

  const approve = async () => {
    setRunning(true)
    try {
      await (isAllMatching ? approveMatching() : approveLoaded())
    } catch (error) {
      console.error('Approving failed:', error)
      toastError(texts.approveFailed)
      // Somebody else approved them, or they are no longer visible to this person: reload the list.
      if (error instanceof CallFailed && (error.status === 404 || error.status === 409)) onChanged()
    } finally {
      setRunning(false)
    }
  }

  const undo = async () => {
    if (!undoable) return
    setUndoable(undefined)
    try {
      const answer = await undoable.revert()
      toastSuccess(undoable.undoneText(answer.updated))
      onChanged()
    } catch (error) {
      toastError(sentenceOf(error))
    }
  }

  const state = ids.length === 0 ? 'none' : ids.length === order.length ? 'all' : 'some'
  const isMore = state === 'all' && total > order.length
  const selection: Selection = {
    selected,
    disabled: running,
    state,
    toggleAll: () => select(allOrNone(selected, order)),
    toggle: (id, span) => {
      select(toggled(selected, order, id, span ? last.current : undefined))
      last.current = id
    },
  }
  return {
    selection,
    ids,
    running,
    approve,
    selectNone: () => select(new Set()),
    matching: isAllMatching ? 'selected' : !isMore ? undefined : total > approvalCap ? 'too many' : 'offered',
    selectMatching: () => setAllMatchingKey(queryKey),
    undoable: undoable?.message,
    offerUndo,
    undo,
    dialog,
  }
}

/** The fields of a row that the call takes: its id, company, brand and address (C-291 … C-295). */
function recordOf(platform: FindingPlatformDefinition, row: Finding) {
  return {
    id: row.id,
    company: row.company.id,
    brand: row.brand.id,
    [platform.identity]: row[platform.identity],
  }
}
