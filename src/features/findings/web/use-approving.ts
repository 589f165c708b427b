import { useEffect, useRef, useState } from 'react'
import { tellBad, tellGood } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { Selection } from '#kit/web/record-parts.ts'
import { allOrNone, stillThere, toggled } from '#kit/web/selection.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { approved, awaitingApproval } from '#vocabulary/statuses.ts'
import { findings } from '#features/findings/contract.ts'
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
  /** What was approved in the last ten seconds. */
  undoable: readonly string[] | undefined
  undo: () => Promise<void>
}

/**
 * Selecting and approving what awaits approval. Selected are rows that are loaded (G46); a second approval cannot
 * start while one runs (C-105).
 */
export function useApproving(
  platform: FindingPlatformDefinition,
  rows: readonly Finding[],
  onChanged: () => void,
): Approving {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [running, setRunning] = useState(false)
  const [undoable, setUndoable] = useState<readonly string[]>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const last = useRef<string>(undefined)
  const order = rows.map((row) => row.id)
  const ids = stillThere(selected, order)

  const approve = async () => {
    setRunning(true)
    try {
      await call(findings[platform.value].approve, {
        recordIds: rows.filter((row) => selected.has(row.id)).map((row) => recordOf(platform, row)),
        module: platform.module,
        statusfrom: awaitingApproval,
        status: approved,
        platform: platform.value,
      })
      tellGood(texts.approved)
      setSelected(new Set())
      setUndoable(ids)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setUndoable(undefined), undoMilliseconds)
      onChanged()
    } catch (error) {
      console.error('Approving failed:', error)
      tellBad(texts.approveFailed)
    } finally {
      setRunning(false)
    }
  }

  const undo = async () => {
    if (!undoable) return
    setUndoable(undefined)
    try {
      const recordIds = undoable.map((id) => ({ id }))
      const answer = await call(findings[platform.value].undoApprove, { recordIds })
      tellGood(texts.undone(answer.updated))
      onChanged()
    } catch (error) {
      tellBad(sentenceOf(error))
    }
  }

  const selection: Selection = {
    selected,
    disabled: running,
    state: ids.length === 0 ? 'none' : ids.length === order.length ? 'all' : 'some',
    toggleAll: () => setSelected(allOrNone(selected, order)),
    toggle: (id, span) => {
      setSelected(toggled(selected, order, id, span ? last.current : undefined))
      last.current = id
    },
  }
  return { selection, ids, running, approve, selectNone: () => setSelected(new Set()), undoable, undo }
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
