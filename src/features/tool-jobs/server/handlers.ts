import { forgetFiles } from '#features/files/server/stored-exports.ts'
import { dropOldToolJobs, writePartialFiles } from '#features/tool-jobs/contract.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { storedDays } from '#features/tool-jobs/rules.ts'
import { endLongPaused } from '#kit/server/leased-queue.ts'
import { removeExpired } from '#kit/server/remove-expired.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { type PartialWriter, writePartialOf } from './partial-files.ts'
import { expiredJobs, markRemoved } from './queries.ts'

/** The jobs that delete what old jobs stored, and write the files of jobs that ended early. */
export function toolJobHandlers(app: AppContext, writers: readonly PartialWriter[]): JobHandler[] {
  return [
    jobHandler(dropOldToolJobs, () => dropOld(app)),
    jobHandler(writePartialFiles, ({ jobId }) => writePartialOf(app, writers, jobId)),
  ]
}

/**
 * Ends what nobody has resumed, and deletes the files of what ended long ago. Objects are removed first: repeating is
 * harmless.
 */
async function dropOld({ db, files }: AppContext): Promise<void> {
  await endLongPaused(db, { table: 'tool_jobs', days: storedDays, problem: messages.pausedTooLong })
  await removeExpired({
    next: (after) => expiredJobs(db, storedDays, after),
    remove: async ({ id, keys }) => {
      for (const key of keys) await files.remove(key)
      await forgetFiles(db, files.bucket, keys)
      await markRemoved(db, id)
    },
  })
}
