import { type ReactNode, useState } from 'react'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { approved, awaitingApproval } from '#vocabulary/statuses.ts'
import { findings } from '#features/findings/contract.ts'
import { approvalCap } from '#features/findings/contract-schemas.ts'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'
import { type ListSelection, useListSelection } from './use-list-selection.ts'
import { type Undoable, useUndoOffer } from './use-undo-offer.ts'

/** State and actions of selecting and approving on one list. */
export type Approving = Omit<ListSelection, 'isAllMatching'> & {
  running: boolean
  approve: () => Promise<void>
  /** Message of what was done in the last ten seconds. */
  undoable: string | undefined
  /** Offers Undo for another change, for example a decision sheet. */
  offerUndo: (what: Undoable) => void
  undo: () => Promise<void>
  /** The confirmation before all matching findings are approved. */
  dialog: ReactNode
}

/** The list on the screen: its loaded rows, how many match in all, its query, and how many may be selected as a whole. */
type ApprovalList = { rows: readonly Finding[]; total: number; query: Readonly<Record<string, string>>; cap: number }
/** How many were approved, and how to undo it; undefined when nothing was. */
type Approved = { count: number; revert: Undoable['revert'] } | undefined

/**
 * Selecting and approving what awaits approval: loaded rows (G46), or all matching findings after confirming their
 * number. A second approval cannot start while one runs (C-105).
 */
export function useApproving(
  platform: FindingPlatformDefinition,
  { rows, total, query, cap }: ApprovalList,
  onChanged: () => void,
): Approving {
  const { isAllMatching, ...selecting } = useListSelection({ rows, total, query, cap })
  const [running, setRunning] = useState(false)
  const { undoable, offer, undo } = useUndoOffer(onChanged)
  const approveMatching = useMatchingApproval(platform, onChanged)

  const offerUndo = (what: Undoable) => {
    selecting.selectNone()
    offer(what)
    onChanged()
  }
  const approve = async () => {
    setRunning(true)
    try {
      const done = isAllMatching
        ? await approveMatching.run(query, total)
        : await approveLoaded(
            platform,
            rows.filter((row) => selecting.selection.selected.has(row.id)),
          )
      if (!done) return
      toastSuccess(texts.approved)
      offerUndo({ message: texts.approvedJustNow(done.count), revert: done.revert, undoneText: texts.undone })
    } catch (error) {
      console.error('Approving failed:', error)
      toastError(texts.approveFailed, { cause: error })
      // Somebody else approved them, or they are no longer visible to this person: reload the list.
      if (failedWith(error, 404, 409)) onChanged()
    } finally {
      setRunning(false)
    }
  }

  return {
    ...selecting,
    selection: { ...selecting.selection, disabled: running },
    running,
    approve,
    undoable: undoable?.message,
    offerUndo,
    undo,
    dialog: approveMatching.dialog,
  }
}

/** Approves all findings that match a query, after confirming their number: again until it is the current one. */
function useMatchingApproval(platform: FindingPlatformDefinition, onChanged: () => void) {
  const calls = findings[platform.value]
  const [confirm, dialog] = useConfirm()
  const run = async (query: ApprovalList['query'], total: number): Promise<Approved> => {
    let count = total
    for (let notice = ''; await confirm(texts.confirmMatching(platform.title, count, notice)); ) {
      try {
        const { updated, moment } = await call(calls.approveMatching, { ...query, count })
        return { count: updated, revert: () => call(calls.undoMatching, { moment }) }
      } catch (error) {
        const now = error instanceof CallFailed ? Number(error.answer['matching']) : Number.NaN
        if (Number.isNaN(now)) throw error
        onChanged()
        if (now === 0 || now > approvalCap) {
          toastError(sentenceOf(error))
          return undefined
        }
        count = now
        notice = sentenceOf(error)
      }
    }
    return undefined
  }
  return { run, dialog }
}

async function approveLoaded(platform: FindingPlatformDefinition, rows: readonly Finding[]): Promise<Approved> {
  const calls = findings[platform.value]
  const recordIds = rows.map((row) => recordOf(platform, row))
  const { updated } = await call(calls.approve, {
    recordIds,
    module: platform.module,
    statusfrom: awaitingApproval,
    status: approved,
    platform: platform.value,
  })
  const approvedRecords = recordIds.map(({ id }) => ({ id }))
  return { count: updated, revert: () => call(calls.undoApprove, { recordIds: approvedRecords }) }
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
