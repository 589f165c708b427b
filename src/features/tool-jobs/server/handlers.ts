import { removeExpiredFiles } from '#features/files/server/remove-expired-files.ts'
import { dropOldToolJobs, writePartialFiles } from '#features/tool-jobs/contract.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { storedDays } from '#features/tool-jobs/rules.ts'
import { endLongPaused } from '#kit/server/leased-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { type PartialWriter, writePartialOf } from './partial-files.ts'
import { expiredJobs, markRemoved } from './retention-queries.ts'
import { toolTable } from './run-tool-job.ts'

/** The jobs that delete what old jobs stored, and write the files of jobs that ended early. */
export function toolJobHandlers(app: AppContext, writers: readonly PartialWriter[]): JobHandler[] {
  return [
    jobHandler(dropOldToolJobs, () => dropOld(app)),
    jobHandler(writePartialFiles, ({ jobId }) => writePartialOf(app, writers, jobId)),
  ]
}

/** Ends what nobody has resumed, and deletes the files of what ended long ago. */
async function dropOld(app: AppContext): Promise<void> {
  const { db } = app
  await endLongPaused(db, { table: toolTable, days: storedDays, problem: messages.pausedTooLong })
  await removeExpiredFiles(app, {
    table: toolTable,
    days: storedDays,
    next: (after) => expiredJobs(db, storedDays, after),
    markRemoved,
  })
}
