import { AsyncLocalStorage } from 'node:async_hooks'
import type { FileStore } from './files.ts'

/** Work that showed no sign of life for so many minutes hangs; a statement may take 15 and an email 30. */
const longestQuiet = 60

/** Seconds that ended work is given to stop by itself. */
const seconds = 10

/** Looks at work that is quiet until it is ended: one long pause of the whole process counts as one look. */
const looks = 4

const watched = new AsyncLocalStorage<() => void>()

/** Says that the work which calls this goes on. Every statement, answer from outside, stored file and step of progress says so. */
export const signOfLife = (): void => watched.getStore()?.()

export type Quiet = { signal: AbortSignal; quietMinutes?: number | undefined }

/**
 * Runs work until it ends or has shown no sign of life for `quietMinutes`. Then its signal aborts and this
 * throws; what ignores the signal goes on unseen, and nothing waits for it.
 */
export async function endWhenQuiet<T>(
  { signal, quietMinutes = longestQuiet }: Quiet,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const hung = new AbortController()
  let quietLooks = 0
  const running = watched.run(
    () => {
      quietLooks = 0
    },
    () => work(AbortSignal.any([signal, hung.signal])),
  )
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setInterval(
      () => {
        quietLooks++
        if (quietLooks < looks) return
        clearInterval(timer)
        hung.abort(new Error(`Ended: it showed no sign of life for ${quietMinutes} minutes`))
        setTimeout(() => reject(hung.signal.reason as Error), 1000 * seconds)
      },
      (quietMinutes * 60_000) / looks,
    )
  })
  try {
    return await Promise.race([running, ended])
  } catch (problem) {
    // What stopped because of it says so in many ways.
    throw hung.signal.aborted ? hung.signal.reason : problem
  } finally {
    clearInterval(timer)
  }
}

/** A store of files that is a sign of life of who uses it. */
export function tellingFiles(files: FileStore): FileStore {
  const told = async <T>(result: Promise<T>): Promise<T> => {
    const value = await result
    signOfLife()
    return value
  }
  return {
    ...files,
    put: (...args) => told(files.put(...args)),
    putFile: (...args) => told(files.putFile(...args)),
    read: (key) => told(files.read(key)),
    stream: (key) => told(files.stream(key)),
  }
}
