import { useEffect, useRef, useState } from 'react'
import { SheetUnreadable } from '#columns/sheet-unreadable.ts'
import { sentenceOf } from './ErrorState.tsx'

/** What a dialog is doing with a chosen sheet: one thing at a time, and what went wrong with the last. */
export type SheetWork = {
  isBusy: boolean
  problem: string | undefined
  /** Begins a deed and gives up the one before; leaving the dialog gives up too. Never rejects: it tells the problem. */
  work: (deed: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

/** The work of a dialog that reads a sheet and asks what it would do. */
export function useSheetWork(): SheetWork {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const work = async (deed: (signal: AbortSignal) => Promise<void>) => {
    const mine = new AbortController()
    stop.current?.abort()
    stop.current = mine
    setBusy(true)
    setProblem(undefined)
    try {
      await deed(mine.signal)
    } catch (error) {
      if (!mine.signal.aborted) setProblem(error instanceof SheetUnreadable ? error.message : sentenceOf(error))
    } finally {
      if (stop.current === mine) setBusy(false)
    }
  }
  return { isBusy, problem, work }
}
