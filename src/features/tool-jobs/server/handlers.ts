import { forgetFiles } from '#features/files/server/stored-exports.ts'
import { dropOldToolJobs } from '#features/tool-jobs/contract.ts'
import { storedDays } from '#features/tool-jobs/rules.ts'
import { removeExpired } from '#kit/server/remove-expired.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { expiredJobs, markRemoved } from './queries.ts'

/** The job that deletes what old jobs stored. */
export function toolJobHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(dropOldToolJobs, () => dropOld(app))]
}

/** Objects are removed first: repeating is harmless. */
const dropOld = ({ db, files }: AppContext): Promise<void> =>
  removeExpired({
    next: (after) => expiredJobs(db, storedDays, after),
    remove: async ({ id, keys }) => {
      for (const key of keys) await files.remove(key)
      await forgetFiles(db, files.bucket, keys)
      await markRemoved(db, id)
    },
  })
