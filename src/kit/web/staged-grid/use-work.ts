import { useCallback, useRef, useState } from 'react'

export type WorkRunner<Work> = {
  /** The work that runs, with its progress. */
  work: Work | undefined
  setWork: (work: Work) => void
  /** Runs a task that `cancel` aborts. */
  runWork: <T>(first: Work, task: (signal: AbortSignal) => Promise<T>) => Promise<T>
  cancel: () => void
}

/** Long-running work of a screen: one task at a time, with its progress, until it ends or is cancelled. */
export function useWork<Work>(): WorkRunner<Work> {
  const [work, setWork] = useState<Work>()
  const controller = useRef<AbortController>(undefined)
  const runWork = useCallback(async <T>(first: Work, task: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const own = new AbortController()
    controller.current = own
    setWork(() => first)
    try {
      return await task(own.signal)
    } finally {
      controller.current = undefined
      setWork(undefined)
    }
  }, [])
  const cancel = useCallback(() => controller.current?.abort(), [])
  const progress = useCallback((next: Work) => setWork(() => next), [])
  return { work, setWork: progress, runWork, cancel }
}
