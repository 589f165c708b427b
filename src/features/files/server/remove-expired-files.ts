import { inLongTransaction } from '#kit/server/db.ts'
import { lockExpired } from '#kit/server/leased-queue.ts'
import { removeExpired } from '#kit/server/remove-expired.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { forgetFiles } from './stored-exports.ts'

type JobsWithFiles = {
  /** The table of the jobs, and the days after which their files are removed. */
  table: string
  days: number
  /** A batch of expired jobs after an id, with the keys of their files. */
  next: (after: string | undefined) => Promise<{ id: string; keys: string[] }[]>
  markRemoved: (db: AppContext['db'], id: string) => Promise<void>
}

/** Objects removed between two statements: a transaction without a statement ends after some minutes. */
const keysAtOnce = 200

/**
 * Deletes the files of jobs that ended long ago, each with its job locked: a job that its user queues again meanwhile
 * needs them. Objects are removed first: repeating is harmless. Throws as `removeExpired`.
 */
export const removeExpiredFiles = (
  { pool, files }: Pick<AppContext, 'pool' | 'files'>,
  { table, days, next, markRemoved }: JobsWithFiles,
): Promise<void> =>
  removeExpired({
    next,
    remove: ({ id, keys }) =>
      inLongTransaction(pool, async ({ db }) => {
        if (!(await lockExpired(db, { table, id, days }))) return
        for (let from = 0; from < keys.length; from += keysAtOnce) {
          const some = keys.slice(from, from + keysAtOnce)
          for (const key of some) await files.remove(key)
          await forgetFiles(db, files.bucket, some)
        }
        await markRemoved(db, id)
      }),
  })
