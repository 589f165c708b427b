import { Problem } from './problem.ts'
import { type Threads, ThreadsBusy, ThreadOutOfMemory } from './threads.ts'

/** Runs a job of a request in a worker thread. Throws 503 when too many jobs wait, 413 when it runs out of memory. */
export async function runInThread<Answer>(threads: Threads, job: Parameters<Threads['run']>[0]): Promise<Answer> {
  try {
    return await threads.run<Answer>(job)
  } catch (problem) {
    if (problem instanceof ThreadsBusy) throw new Problem(503, 'The service is busy. Please try again.')
    if (problem instanceof ThreadOutOfMemory) throw new Problem(413, 'The request is too large.')
    throw problem
  }
}
