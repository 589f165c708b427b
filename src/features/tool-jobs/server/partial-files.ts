import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addFiles, forgetFiles } from '#features/files/server/stored-exports.ts'
import { requesterSession } from '#features/sessions/server/requester-session.ts'
import { writePartialFiles } from '#features/tool-jobs/contract.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import * as queries from './queries.ts'
import { storedFile } from './store-file.ts'
import type { MadeFile, ToolRunner } from './tool-runner.ts'

/** Writes the files of a job of its kinds that ended before all lines were done. */
export type PartialWriter = {
  kinds: readonly string[]
  writePartial: (app: AppContext, job: queries.ToolJob) => Promise<void>
}

/** Has the files of the lines that are done written, in the transaction that ends the job. */
export async function enqueuePartialFiles(db: Db, { id, done, failed }: queries.ToolJob): Promise<void> {
  if (done > failed) await enqueue(db, writePartialFiles, { jobId: id })
}

/** Does so for a job by its id; not where it has been resumed or its files are there. */
export async function writePartialOf(app: AppContext, writers: readonly PartialWriter[], jobId: string): Promise<void> {
  const job = await queries.toolJob(app.db, jobId)
  const writer = job && writers.find(({ kinds }) => kinds.includes(job.kind))
  if (!writer || !(await isWanted(app.db, job))) return
  await writer.writePartial(app, job)
}

const isWanted = async (db: Db, job: queries.ToolJob): Promise<boolean> =>
  job.state === 'Failed' && job.isStored && (await queries.filesOf(db, job.id)).length === 0

type Partial = { runner: ToolRunner; job: queries.ToolJob; lines: AsyncIterable<queries.ToolRow> }

/** Writes and stores the files of the finished lines, unless the job is resumed meanwhile. */
export async function writePartial(app: AppContext, { runner, job, lines }: Partial): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `brandkeep-tool-${job.id}-`))
  try {
    const session = await requesterSession(app.db, job.userId)
    const tool = await runner.open(app, job, { session, signal: new AbortController().signal })
    try {
      const files = await storeAll(app, job, await tool.writeFiles(lines, folder))
      const isListed = await inTransaction(app.pool, async ({ db }) => {
        const now = await queries.lockToolJob(db, job.id)
        // Resumed and cancelled again, it has more lines, and a job of its own that writes them.
        if (!now || now.done !== job.done || !(await isWanted(db, now))) return false
        await replaceFiles(app, db, { job, files })
        return true
      })
      if (!isListed) for (const { key } of files) await app.files.remove(key)
    } finally {
      await tool.close()
    }
  } catch (problem) {
    // The person lost access, or the tool is no longer set up: as with any other job, there are no files then.
    if (!(problem instanceof JobRefused)) throw problem
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores the files that were made for a job. */
export async function storeAll(
  app: AppContext,
  job: queries.ToolJob,
  made: readonly MadeFile[],
): Promise<queries.ToolFile[]> {
  const files: queries.ToolFile[] = []
  for (const file of made) files.push(await storedFile(app.files, `tools/${job.id}/${newId()}`, file))
  return files
}

/** Lists the stored files of a job in place of those of an earlier end, whose keys it returns. */
export async function replaceFiles(
  { files: { bucket } }: AppContext,
  db: Db,
  { job, files }: { job: queries.ToolJob; files: readonly queries.ToolFile[] },
): Promise<string[]> {
  const replaced = await queries.replaceToolFiles(db, job.id, files)
  if (replaced.length > 0) await forgetFiles(db, bucket, replaced)
  const stored = files.map(({ sha256, ...file }) => ({ ...file, sha256: Buffer.from(sha256, 'hex') }))
  if (stored.length > 0) await addFiles(db, { bucket, userId: job.userId, files: stored })
  return replaced
}

/** Deletes objects that are no longer listed. */
export async function removeReplaced({ files }: AppContext, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.remove(key)
}
