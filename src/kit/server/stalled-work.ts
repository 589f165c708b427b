import { AsyncLocalStorage } from 'node:async_hooks'
import type { FileStore } from './files.ts'

/** Work without progress for so many minutes has stalled; a statement may take 15 and an email 30. */
export const maxStallMinutes = 60

/** Milliseconds that aborted work is given to stop by itself; less where it stalls sooner. */
const grace = 10_000

/** Checks without progress until work is aborted: one long pause of the whole process counts as one check. */
const maxMissedChecks = 4

/** Work was aborted because it made no progress for so many minutes. */
export class Stalled extends Error {
  /** The same for whoever waits for the work, as a sentence. */
  readonly sentence: string
  constructor(minutes: number) {
    super(`Stopped: no progress for ${minutes} minutes`)
    this.sentence = `There was no progress for ${minutes} minutes.`
  }
}

const watched = new AsyncLocalStorage<() => void>()

/** Records that the calling work is making progress: after every statement, external response, stored file and progress step. */
export const markProgress = (): void => watched.getStore()?.()

export type StallOptions = { signal: AbortSignal; stallMinutes?: number | undefined }

/**
 * Runs work until it ends or has made no progress for `stallMinutes`. Then its signal aborts and this throws Stalled; work
 * that ignores the signal continues, and nothing waits for it. Progress of a part, and that it stalled, is progress of
 * the work that it is part of.
 */
export async function abortWhenStalled<T>(
  { signal, stallMinutes = maxStallMinutes }: StallOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController()
  const markWhole = watched.getStore()
  const stallTime = stallMinutes * 60_000
  let missedChecks = 0
  const running = watched.run(
    () => {
      missedChecks = 0
      markWhole?.()
    },
    () => work(AbortSignal.any([signal, stalled.signal])),
  )
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      missedChecks++
      if (missedChecks < maxMissedChecks) return
      clearInterval(timer)
      markWhole?.()
      stalled.abort(new Stalled(stallMinutes))
      setTimeout(() => reject(stalled.signal.reason as Stalled), Math.min(grace, stallTime / 2))
    }, stallTime / maxMissedChecks)
  })
  try {
    return await Promise.race([running, ended])
  } catch (problem) {
    // What the abort ended rejects with errors of many kinds.
    throw stalled.signal.aborted ? stalled.signal.reason : problem
  } finally {
    clearInterval(timer)
  }
}

/** A file store each use of which counts as progress of the caller. */
export function withProgressMarks(files: FileStore): FileStore {
  const reported = async <T>(result: Promise<T>): Promise<T> => {
    const value = await result
    markProgress()
    return value
  }
  return {
    ...files,
    put: (...args) => reported(files.put(...args)),
    putFile: (...args) => reported(files.putFile(...args)),
    read: (key) => reported(files.read(key)),
    stream: (key) => reported(files.stream(key)),
  }
}
