import { busy, Problem } from './problem.ts'
import {
  ThreadCancelled,
  type ThreadJob,
  ThreadOutOfMemory,
  type Threads,
  ThreadsBusy,
  ThreadTookTooLong,
} from './threads.ts'

/**
 * Runs a job of a request in a worker thread. Throws 503 when too many jobs wait, 413 when it runs out of memory or
 * time, 400 (which nobody reads) when the caller has left. `onTooLong` answers in place of a 413 for lack of time.
 */
export async function runInThread<Answer>(threads: Threads, job: ThreadJob, onTooLong?: () => Answer): Promise<Answer> {
  try {
    return await threads.run<Answer>(job)
  } catch (problem) {
    if (problem instanceof ThreadsBusy) throw busy()
    if (problem instanceof ThreadCancelled) throw new Problem(400, 'The request was cancelled.')
    if (problem instanceof ThreadTookTooLong && onTooLong) return onTooLong()
    if (problem instanceof ThreadOutOfMemory || problem instanceof ThreadTookTooLong)
      throw new Problem(413, 'The request is too large.')
    throw problem
  }
}
