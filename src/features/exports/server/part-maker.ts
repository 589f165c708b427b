import { Worker } from 'node:worker_threads'
import type { ExportFormat } from '#features/exports/rules.ts'
import type { Position, Source } from './finding-queries.ts'

/** What the thread shall write: the findings of sources, from where an interrupted try ended. */
export type PartsTask = {
  is: 'parts'
  databaseUrl: string
  platform: string
  format: ExportFormat
  folder: string
  sources: readonly Source[]
  start: { part: number; source: number; after: Position | undefined; done: number }
  /** A further sheet of the last workbook. */
  extraSheet?: { name: string; lines: readonly (readonly string[])[] } | undefined
}

/** Builds a Parquet file from part files in order. */
export type ParquetTask = { is: 'parquet'; platform: string; paths: readonly string[]; path: string }

export type MakerTask = PartsTask | ParquetTask

/** A written part: its file and the last finding in it. */
export type MadePart = {
  part: number
  path: string
  rows: number
  source: number
  last: Position | null
  isLast: boolean
}

export type FromMaker =
  | { is: 'rows'; done: number }
  | ({ is: 'part' } & MadePart)
  | { is: 'done' }
  | { is: 'problem'; message: string }

/** Old generation of the thread, in MB: of parts it holds some hundred rows, of a Parquet file a row group of bounded size. */
const memoryMb = { parts: 128, parquet: 160 }
/** Its young generation, in MB: rows live only until they are written. */
const youngMb = 16

/**
 * Runs a task in a thread of its own. `onRows` gets the findings written so far, `onPart` each part; the thread goes on
 * when it resolves. Rejects when the task fails or `signal` aborts.
 */
export async function runMaker(
  task: MakerTask,
  signal: AbortSignal,
  handle: { onRows: (done: number) => void; onPart: (part: MadePart) => Promise<void> },
): Promise<void> {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./make-parts.worker.mjs', import.meta.url), {
    name: 'export',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb[task.is], maxYoungGenerationSizeMb: youngMb },
  })
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      thread.on('error', reject)
      thread.on('exit', (code) => reject(new Error(`The thread that writes files ended (${code})`)))
      thread.on('message', (message: FromMaker) => {
        if (message.is === 'rows') handle.onRows(message.done)
        else if (message.is === 'done') resolve()
        else if (message.is === 'problem') reject(new Error(message.message))
        else handle.onPart(message).then(() => thread.postMessage('stored'), reject)
      })
    })
  } finally {
    await thread.terminate()
  }
}
