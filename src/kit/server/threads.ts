import { isMarkedAsUntransferable } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** What a thread may use; a job that needs more ends with `TooMuch` instead of taking the process with it. */
const memoryMiB = 1024

/** A job needed more memory than a thread may use. */
export class TooMuch extends Error {}

/** More jobs wait already than memory can hold; try again later. */
export class TooBusy extends Error {}

const longestLine = 12

/** Worker threads for work that would hold the request thread. They start when first needed and end when idle. */
export type Threads = {
  /**
   * Runs the exported function `name` of a module in a thread. What it takes and answers is copied, except
   * `moved` and what the answer names by `handOver`, which change hands. Throws TooMuch, TooBusy, and what the function throws.
   */
  run: <Answer>(job: { file: URL; name: string; input: unknown; moved?: ArrayBuffer[] }) => Promise<Answer>
  close: () => Promise<void>
}

/** `most` is the number of threads at once; further jobs wait in line. */
export function openThreads(most = 2): Threads {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: most,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  })
  return {
    run: async ({ file, name, input, moved = [] }) => {
      if (pool.queueSize >= longestLine) throw new TooBusy()
      try {
        return await pool.run(input, { filename: file.href, name, transferList: moved })
      } catch (problem) {
        if ((problem as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TooMuch()
        throw problem
      }
    },
    close: () => pool.destroy(),
  }
}

/** Marks buffers of an answer that leave the thread for good instead of being copied. */
export function handOver<Answer extends object>(answer: Answer, buffers: ArrayBuffer[]): Answer {
  return Piscina.move({
    get [Piscina.transferableSymbol]() {
      return buffers
    },
    get [Piscina.valueSymbol]() {
      return answer
    },
  } as never) as unknown as Answer
}

/** The bytes as an ArrayBuffer of their own, ready to change hands; copied only when they share one. */
export function ownBytes(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer))
    return buffer
  // Not slice(): a Buffer's slice shares the memory.
  return new Uint8Array(bytes).buffer
}
