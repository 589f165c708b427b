import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { rowsPerPart } from '#features/exports/rules.ts'
import { longLimits, onPool, openPool } from '#kit/server/db.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { findingsOfSource, type Position } from './finding-queries.ts'
import { buildParquet } from './parquet-file.ts'
import { openPart, type PartWriter } from './part-files.ts'
import type { FromMaker, MakerTask, PartsTask } from './part-maker.ts'

const port = parentPort!
const post = (message: FromMaker) => port.postMessage(message)

/** Resolves with the next message: the part is stored. */
const isStored = () => new Promise<void>((resolve) => port.once('message', () => resolve()))

/**
 * Runs the thread's task: reads findings with a connection of its own and writes them into part files, so that the thread
 * of requests only stores them; or builds a Parquet file.
 */
export async function run(): Promise<void> {
  const task = workerData as MakerTask
  try {
    if (task.is === 'parts') await makeParts(task)
    else await buildParquet(task)
    post({ is: 'done' })
  } catch (problem) {
    post({ is: 'problem', message: (problem as Error).message })
  }
}

async function makeParts(task: PartsTask): Promise<void> {
  const pool = openPool(task.databaseUrl, { size: 1, limits: longLimits })
  const db = onPool(pool)
  try {
    await writeSources(task, { pool, db })
  } finally {
    await db.destroy()
  }
}

async function writeSources(task: PartsTask, connection: Parameters<typeof rowsOf>[0]): Promise<void> {
  let { part, source } = task.start
  let last: Position | null = null
  let rows = 0
  let done = task.start.done
  let writer: PartWriter | undefined
  const open = async () =>
    (writer ??= await openPart(task, { path: join(task.folder, `part-${part}`), part, rowsBefore: done }))
  const finish = async (isLast: boolean) => {
    const path = await (await open()).close(isLast)
    writer = undefined
    post({ is: 'part', part, path, rows, source, last, isLast })
    await isStored()
    part++
    rows = 0
  }
  for (let index = source; index < task.sources.length; index++) {
    const after = index === task.start.source ? task.start.after : undefined
    for await (const batch of rowsOf(connection, findingsOfSource(task.sources[index]!, after)))
      for (let from = 0; from < batch.length; ) {
        if (rows === rowsPerPart) await finish(false)
        const some = batch.slice(from, from + rowsPerPart - rows)
        await (await open()).write(index, some)
        from += some.length
        rows += some.length
        done += some.length
        source = index
        const [day, id] = some.at(-1)!.slice(-2) as [string, string]
        last = { day, id }
        post({ is: 'rows', done })
      }
  }
  await finish(true)
}
