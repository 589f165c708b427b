import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requesterSession } from '#features/sessions/server/requester-session.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { maxRunningOf, type ToolKind, turnMinutes } from '#features/tool-jobs/rules.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { completeJob, holdsLease, type LeasedQueue, othersWait } from '#kit/server/leased-queue.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { isJobOver, JobRefused, LeaseLost, type QueueRunner, TurnOver, type Work } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { abortWhenStalled, Stalled, type StallOptions } from '#kit/server/stalled-work.ts'
import * as queries from './queries.ts'
import { storedFile } from './store-file.ts'
import {
  enqueuePartialFiles,
  removeReplaced,
  type PartialWriter,
  replaceFiles,
  storeAll,
  writePartial,
} from './partial-files.ts'
import { failedEmail, readyEmail } from './tool-email.ts'
import {
  type MadeFile,
  type OpenTool,
  RefusedWithFiles,
  RowRefused,
  type ToolRunner,
  type ToolTitle,
} from './tool-runner.ts'

/** The table of the jobs. */
export const toolTable = 'tool_jobs'

/** The queue of a kind. */
export const toolQueue = (kind: ToolKind): LeasedQueue => ({
  table: toolTable,
  kinds: [kind],
  maxRunning: maxRunningOf[kind],
})

/** Lines read from the database at a time. */
const batchSize = 100

/**
 * Runs the jobs of a kind, line by line. Results are stored line by line, so that an interrupted, paused or stopped job
 * goes on with the lines that are not finished. The job fails if every line did (G86).
 */
export function toolRunner(runner: ToolRunner): QueueRunner & PartialWriter {
  return {
    ...toolQueue(runner.kind),
    failure: messages.notDone,
    run: (app, work) => run(app, runner, work),
    onFailed: async (app, db, jobId, reason) => {
      const job = await queries.toolJob(db, jobId)
      if (job) await enqueuePartialFiles(db, job)
      const to = job && (await addressOf(db, job.userId))
      if (to) await enqueueEmail(db, { ...failedEmail(app, runner.title(job), reason), to })
    },
    writePartial: (app, job) => writePartial(app, { runner, job, lines: linesOf(app, job.id) }),
  }
}

async function run(app: AppContext, runner: ToolRunner, work: Work): Promise<void> {
  const { lease, signal } = work
  const job = await queries.toolJob(app.db, lease.jobId)
  if (!job) throw new JobRefused(messages.requesterGone)
  const session = await requesterSession(app.db, job.userId)
  await findLines(app, runner, job)
  const folder = await mkdtemp(join(tmpdir(), `brandkeep-tool-${job.id}-`))
  try {
    const tool = await runner.open(app, job, { session, signal })
    try {
      await processRows(app, { job, tool, runner }, work)
      const { done, failed, problem } = await queries.progressOf(app.db, job.id)
      if (failed === done && done > 0) throw new JobRefused(messages.everyRowFailed(problem ?? messages.rowFailed))
      const made = await tool.writeFiles(linesOf(app, job.id), folder)
      await publish(app, { job, work, title: runner.title(job) }, made)
    } finally {
      await tool.close()
    }
  } catch (problem) {
    if (problem instanceof RefusedWithFiles) await storeFiles(app, { job, work }, problem)
    throw problem
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores the files of a job that then fails. Its reason is shown even where they cannot be stored. */
async function storeFiles(
  app: AppContext,
  { job, work }: Omit<Publishing, 'title'>,
  refused: RefusedWithFiles,
): Promise<void> {
  try {
    const files = await storeAll(app, job, refused.files)
    const replaced = await inTransaction(app.pool, async ({ db }) => {
      if (!(await holdsLease(db, toolQueue(job.kind), work.lease))) throw new LeaseLost()
      return replaceFiles(app, db, { job, files })
    })
    await removeReplaced(app, replaced)
  } catch (problem) {
    if (problem instanceof LeaseLost) throw problem
    throw new JobRefused(`${refused.message}. ${messages.picturesNotStored}`, { cause: problem })
  }
}

/** Stores the lines of a job that was queued without them. */
async function findLines(app: AppContext, runner: ToolRunner, job: queries.ToolJob): Promise<void> {
  if (job.records > 0 || !runner.findLines) return
  const lines = await runner.findLines(app, job)
  await inTransaction(app.pool, ({ db }) => queries.addLines(db, job.id, lines))
  job.records = lines.length
}

type Processing = { job: queries.ToolJob; tool: OpenTool; runner: ToolRunner }

/** Works on all lines that are not finished, some at a time, in their order. Throws TurnOver when others wait meanwhile. */
async function processRows(
  app: AppContext,
  { job, tool, runner }: Processing,
  { lease, signal, partStallMinutes }: Work,
): Promise<void> {
  const lines = waitingLines(app, job.id)
  const turnEnds = Date.now() + 60_000 * (runner.turnMinutes ?? turnMinutes)
  let isOver = false
  const lane = async () => {
    for await (const line of lines) {
      signal.throwIfAborted()
      // Lines take long, and some file reports in the person's name.
      await requesterSession(app.db, job.userId)
      const outcome = await outcomeOf(app, { job, tool }, line, { signal, stallMinutes: partStallMinutes })
      if (!(await queries.finishRow(app.db, lease, line.row, outcome))) {
        if (outcome.state === 'Done') for (const { key } of outcome.files) await app.files.remove(key)
        throw new LeaseLost()
      }
      isOver ||= Date.now() >= turnEnds && (await othersWait(app.db, toolQueue(job.kind), job.id))
      // Ends the lines of the other lanes, too, after those they are at.
      if (isOver) break
    }
  }
  // All lanes end before the first problem is thrown, so that nothing goes on behind its back.
  const ended = await Promise.allSettled(Array.from({ length: runner.parallel }, lane))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  if (isOver && (await queries.waitingRows(app.db, job.id, 0, 1)).length > 0) throw new TurnOver()
}

async function outcomeOf(
  app: AppContext,
  { job, tool }: Omit<Processing, 'runner'>,
  line: queries.ToolRow,
  { signal, stallMinutes }: StallOptions,
): Promise<queries.RowOutcome> {
  try {
    const work = (untilStalled: AbortSignal) => tool.processRow(line.input, line.row, untilStalled)
    const processed = stallMinutes === undefined ? work(signal) : abortWhenStalled({ signal, stallMinutes }, work)
    const { records, files = [] } = await processed
    const stored: queries.ToolFile[] = []
    for (const file of files) stored.push(await storedFile(app.files, `tools/${job.id}/${newId()}`, file))
    return { state: 'Done', records, files: stored }
  } catch (problem) {
    // The job was stopped, or cannot go on at all: that is not the line's failure.
    if (signal.aborted || problem instanceof JobRefused) throw problem
    if (problem instanceof RowRefused) return { state: 'Failed', problem: problem.message }
    if (problem instanceof Stalled) return { state: 'Failed', problem: problem.sentence }
    throw problem
  }
}

async function* waitingLines(app: AppContext, jobId: string): AsyncGenerator<queries.ToolRow> {
  let after = 0
  for (;;) {
    const batch = await queries.waitingRows(app.db, jobId, after, batchSize)
    if (batch.length === 0) return
    after = batch.at(-1)!.row
    yield* batch
  }
}

/** All lines of a job with their results, in order. */
export async function* linesOf(app: Pick<AppContext, 'db'>, jobId: string): AsyncGenerator<queries.ToolRow> {
  let after = 0
  for (;;) {
    const batch = await queries.rowsAfter(app.db, jobId, after, batchSize)
    if (batch.length === 0) return
    after = batch.at(-1)!.row
    yield* batch
  }
}

type Publishing = { job: queries.ToolJob; work: Work; title: ToolTitle }

/** Stores the files, then ends the job with them and the email in one transaction, once. */
async function publish(app: AppContext, { job, work, title }: Publishing, made: readonly MadeFile[]): Promise<void> {
  const files = await storeAll(app, job, made)
  const replaced = await inTransaction(app.pool, async ({ db }) => {
    // Its links work for anybody who has them: they are not sent to a person who lost access meanwhile.
    await requesterSession(db, job.userId)
    if (!(await completeJob(db, toolQueue(job.kind), work.lease, job.records))) throw new LeaseLost()
    const earlier = await replaceFiles(app, db, { job, files })
    const to = await addressOf(db, job.userId)
    if (to) await enqueueEmail(db, { ...readyEmail(app, { jobId: job.id, userId: job.userId, title }, files), to })
    return earlier
  }).catch(async (problem: unknown) => {
    // Of any other failure it is not known whether the transaction was committed with them.
    if (isJobOver(problem)) for (const { key } of files) await app.files.remove(key)
    throw problem
  })
  await removeReplaced(app, replaced)
}
