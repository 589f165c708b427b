import { AsyncLocalStorage } from 'node:async_hooks'
import type { FileStore } from './files.ts'

/** Work without progress for so many minutes has stalled; a statement may take 15 and an email 30. */
const maxStallMinutes = 60

/** Seconds that aborted work is given to stop by itself. */
const graceSeconds = 10

/** Checks without progress until work is aborted: one long pause of the whole process counts as one check. */
const maxMissedChecks = 4

const watched = new AsyncLocalStorage<() => void>()

/** Records that the calling work is making progress: after every statement, external response, stored file and progress step. */
export const markProgress = (): void => watched.getStore()?.()

export type StallOptions = { signal: AbortSignal; stallMinutes?: number | undefined }

/**
 * Runs work until it ends or has made no progress for `stallMinutes`. Then its signal aborts and this throws; work that
 * ignores the signal continues, and nothing waits for it.
 */
export async function abortWhenStalled<T>(
  { signal, stallMinutes = maxStallMinutes }: StallOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController()
  let missedChecks = 0
  const running = watched.run(
    () => {
      missedChecks = 0
    },
    () => work(AbortSignal.any([signal, stalled.signal])),
  )
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setInterval(
      () => {
        missedChecks++
        if (missedChecks < maxMissedChecks) return
        clearInterval(timer)
        stalled.abort(new Error(`Stopped: no progress for ${stallMinutes} minutes`))
        setTimeout(() => reject(stalled.signal.reason as Error), 1000 * graceSeconds)
      },
      (stallMinutes * 60_000) / maxMissedChecks,
    )
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
