import { forgetFiles } from '#features/files/server/stored-exports.ts'
import { dropOldToolJobs } from '#features/tool-jobs/contract.ts'
import { storedDays } from '#features/tool-jobs/rules.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { expiredJobs, markRemoved } from './queries.ts'

/** The job that deletes what old jobs stored. */
export function toolJobHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(dropOldToolJobs, () => dropOld(app))]
}

/** Objects are removed first: repeating is harmless. */
async function dropOld({ db, files }: AppContext): Promise<void> {
  for (;;) {
    const old = await expiredJobs(db, storedDays)
    if (old.length === 0) return
    for (const { id, keys } of old) {
      for (const key of keys) await files.remove(key)
      await forgetFiles(db, files.bucket, keys)
      await markRemoved(db, id)
    }
  }
}
