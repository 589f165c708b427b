import { type ReactNode, useEffect, useRef, useState } from 'react'
import { tellBad, tellGood } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { Selection } from '#kit/web/record-parts.ts'
import { allOrNone, stillThere, toggled } from '#kit/web/selection.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { approved, awaitingApproval } from '#vocabulary/statuses.ts'
import { approvedAtMost, findings } from '#features/findings/contract.ts'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'

/** How long an approval can be taken back. */
const undoMilliseconds = 10_000

export type Approving = {
  selection: Selection
  ids: readonly string[]
  running: boolean
  approve: () => Promise<void>
  selectNone: () => void
  /** All that match, where that is more than what is loaded: selected already, can be, or too many. */
  matching: 'selected' | 'offered' | 'too many' | undefined
  selectMatching: () => void
  /** What was done in the last ten seconds, in a sentence. */
  undoable: string | undefined
  /** Lets something else that was done here be taken back in the same way. */
  offer: (what: Undoable) => void
  undo: () => Promise<void>
  /** The question before everything that matches is approved. */
  dialog: ReactNode
}

/** The list on the screen: its loaded rows, how many match in all, and what was asked. */
type Listed = { rows: readonly Finding[]; total: number; asked: Readonly<Record<string, string | undefined>> }
export type Undoable = {
  says: string
  takeBack: () => Promise<{ updated: number }>
  /** What is said of the rows that were taken back. */
  undone: (count: number) => string
}

/**
 * Selecting and approving what awaits approval: rows that are loaded (G46), or everything that matches, by its number. A
 * second approval cannot start while one runs (C-105).
 */
export function useApproving(
  platform: FindingPlatformDefinition,
  { rows, total, asked }: Listed,
  onChanged: () => void,
): Approving {
  const calls = findings[platform.value]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [wholeOf, setWholeOf] = useState<string>()
  const [running, setRunning] = useState(false)
  const [undoable, setUndoable] = useState<Undoable>()
  const [ask, dialog] = useConfirm()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const last = useRef<string>(undefined)
  const order = rows.map((row) => row.id)
  // Another question is another list: what was selected as a whole is so no longer.
  const spelled = JSON.stringify(asked)
  const isWhole = wholeOf === spelled && order.length > 0
  const selected: ReadonlySet<string> = isWhole ? new Set(order) : chosen
  const ids = stillThere(selected, order)

  const select = (next: ReadonlySet<string>) => {
    setWholeOf(undefined)
    setChosen(next)
  }
  const offer = (what: Undoable) => {
    select(new Set())
    setUndoable(what)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setUndoable(undefined), undoMilliseconds)
    onChanged()
  }
  const done = (count: number, takeBack: Undoable['takeBack']) => {
    tellGood(texts.approved)
    offer({ says: texts.approvedJustNow(count), takeBack, undone: texts.undone })
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
    const taken = recordIds.map(({ id }) => ({ id }))
    done(ids.length, () => call(calls.undoApprove, { recordIds: taken }))
  }

  /** Asks until the number that was confirmed is the number there is. */
  const approveMatching = async () => {
    let count = total
    for (let news = ''; await ask(texts.askMatching(platform.title, count, news)); ) {
      try {
        const { updated, moment } = await call(calls.approveMatching, { ...asked, count })
        return done(updated, () => call(calls.undoMatching, { moment }))
      } catch (error) {
        const now = error instanceof CallFailed ? Number(error.answer['matching']) : Number.NaN
        if (Number.isNaN(now)) throw error
        onChanged()
        if (now === 0 || now > approvedAtMost) return tellBad(sentenceOf(error))
        count = now
        news = sentenceOf(error)
      }
    }
  }

  const approve = async () => {
    setRunning(true)
    try {
      await (isWhole ? approveMatching() : approveLoaded())
    } catch (error) {
      console.error('Approving failed:', error)
      tellBad(texts.approveFailed)
      // Somebody else approved them, or they are no longer this person's to see: the list shows what is left.
      if (error instanceof CallFailed && (error.status === 404 || error.status === 409)) onChanged()
    } finally {
      setRunning(false)
    }
  }

  const undo = async () => {
    if (!undoable) return
    setUndoable(undefined)
    try {
      const answer = await undoable.takeBack()
      tellGood(undoable.undone(answer.updated))
      onChanged()
    } catch (error) {
      tellBad(sentenceOf(error))
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
    matching: isWhole ? 'selected' : !isMore ? undefined : total > approvedAtMost ? 'too many' : 'offered',
    selectMatching: () => setWholeOf(spelled),
    undoable: undoable?.says,
    offer,
    undo,
    dialog,
  }
}

/** What the call takes of a row: its id, company, brand and address (C-291 … C-295). */
function recordOf(platform: FindingPlatformDefinition, row: Finding) {
  return {
    id: row.id,
    company: row.company.id,
    brand: row.brand.id,
    [platform.identity]: row[platform.identity],
  }
}
