import { isMarkedAsUntransferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { openTurns } from './turns.ts'

/** Memory limit of a thread; a task that needs more fails with `ThreadOutOfMemory` instead of crashing the process. */
const memoryMiB = 1024

/** A task needed more memory than a thread may use. */
export class ThreadOutOfMemory extends Error {}

/** The queue is full, to limit memory; try again later. */
export class ThreadsBusy extends Error {}

/** A task ran longer than it may; its thread was ended. */
export class ThreadTookTooLong extends Error {}

/** Nobody waits for the task any more; it was taken from the queue or its thread was ended. */
export class ThreadCancelled extends Error {}

const maxQueueSize = 12

/** The time limit of a task that names none, in milliseconds: several times what 25,000 rows take on a busy machine. */
const defaultLimit = 60_000

/** A function of a module and its input. */
export type ThreadJob = {
  file: URL
  name: string
  input: unknown
  transferred?: ArrayBuffer[]
  /** How long it may run, in milliseconds, not counting its time in the queue. */
  limit?: number
  /** Aborted when nobody waits for the result any more. */
  signal?: AbortSignal | undefined
}

/** Worker threads for work that would block the request thread. They start when first needed and end when idle. */
export type Threads = {
  /**
   * Runs the exported function `name` of a module in a thread. Its input and result are copied, except the buffers in
   * `transferred` and those the result passes to `transferBuffers`. Throws ThreadOutOfMemory, ThreadsBusy,
   * ThreadTookTooLong, ThreadCancelled, and what the function throws.
   */
  run: <Answer>(job: ThreadJob) => Promise<Answer>
  close: () => Promise<void>
}

/** `max` is the number of parallel threads; further tasks wait in the queue. */
export function openThreads(max = 2): Threads {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: max,
    idleTimeout: 30_000,
    // Two histograms of 350 kB for each pool, which nobody reads.
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  })
  const turns = openTurns(max)
  return {
    run: async ({ file, name, input, transferred = [], limit = defaultLimit, signal }) => {
      if (turns.waiting() >= maxQueueSize) throw new ThreadsBusy()
      // The pool's own queue would not do: its tasks cannot tell when they begin, and the time limit counts from there.
      if (!(await turns.take(signal))) throw new ThreadCancelled()
      let late: AbortSignal | undefined
      try {
        late = AbortSignal.timeout(limit)
        const ended = signal ? AbortSignal.any([late, signal]) : late
        return await pool.run(input, { filename: file.href, name, transferList: transferred, signal: ended })
      } catch (problem) {
        if ((problem as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ThreadOutOfMemory()
        if ((problem as Error).name !== 'AbortError') throw problem
        throw late?.aborted ? new ThreadTookTooLong() : new ThreadCancelled()
      } finally {
        turns.free()
      }
    },
    close: () => pool.destroy(),
  }
}

/** Marks buffers of a result to be transferred out of the thread instead of copied. */
export function transferBuffers<Answer extends object>(answer: Answer, buffers: ArrayBuffer[]): Answer {
  return Piscina.move({
    get [Piscina.transferableSymbol]() {
      return buffers
    },
    get [Piscina.valueSymbol]() {
      return answer
    },
  } as never) as unknown as Answer
}

/** The bytes as their own ArrayBuffer, ready to be transferred; copied only if they share a buffer. */
export function ownBytes(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer))
    return buffer
  // Not slice(): a Buffer's slice shares the memory.
  return new Uint8Array(bytes).buffer
}
