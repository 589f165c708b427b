import { isMarkedAsUntransferable } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** Memory limit of a thread; a task that needs more fails with `ThreadOutOfMemory` instead of crashing the process. */
const memoryMiB = 1024

/** A task needed more memory than a thread may use. */
export class ThreadOutOfMemory extends Error {}

/** The queue is full, to limit memory; try again later. */
export class ThreadsBusy extends Error {}

const maxQueueSize = 12

/** Worker threads for work that would block the request thread. They start when first needed and end when idle. */
export type Threads = {
  /**
   * Runs the exported function `name` of a module in a thread. Its input and result are copied, except the buffers in
   * `transferred` and those the result passes to `transferBuffers`. Throws ThreadOutOfMemory, ThreadsBusy, and what the
   * function throws.
   */
  run: <Answer>(job: { file: URL; name: string; input: unknown; transferred?: ArrayBuffer[] }) => Promise<Answer>
  close: () => Promise<void>
}

/** `max` is the number of parallel threads; further tasks wait in the queue. */
export function openThreads(max = 2): Threads {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: max,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  })
  return {
    run: async ({ file, name, input, transferred = [] }) => {
      if (pool.queueSize >= maxQueueSize) throw new ThreadsBusy()
      try {
        return await pool.run(input, { filename: file.href, name, transferList: transferred })
      } catch (problem) {
        if ((problem as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ThreadOutOfMemory()
        throw problem
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
