import { useEffect, useRef, useState } from 'react'
import { SheetUnreadable } from '#columns/sheet-unreadable.ts'
import { sentenceOf } from './ErrorState.tsx'

/** State of a dialog that works on a sheet: one task at a time, and the problem of the last one. */
export type SheetTask = {
  isBusy: boolean
  /** What the sheet says is being stored: the dialog stays open until it is known what became of it. */
  isApplying: boolean
  problem: string | undefined
  /** Starts a task and aborts the one before; closing the dialog aborts too. Never rejects: sets `problem`. */
  run: (task: (signal: AbortSignal) => Promise<void>) => Promise<void>
  /** Starts a task that the server finishes in any case: nothing aborts it. */
  apply: (task: () => Promise<void>) => Promise<void>
}

/** Tasks of a dialog that reads a sheet and previews what an import would do. */
export function useSheetTask(): SheetTask {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isApplying, setApplying] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async (task: (signal: AbortSignal) => Promise<void>) => {
    const mine = new AbortController()
    stop.current?.abort()
    stop.current = mine
    setBusy(true)
    setProblem(undefined)
    try {
      await task(mine.signal)
    } catch (error) {
      if (!mine.signal.aborted) setProblem(error instanceof SheetUnreadable ? error.message : sentenceOf(error))
    } finally {
      if (stop.current === mine) setBusy(false)
    }
  }
  const apply: SheetTask['apply'] = async (task) => {
    setApplying(true)
    await run(task)
    setApplying(false)
  }
  return { isBusy, isApplying, problem, run, apply }
}
