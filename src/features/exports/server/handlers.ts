import { dropOldExports, repeatExports } from '#features/exports/contract.ts'
import { storedDays } from '#features/exports/rules.ts'
import { forgetFiles } from '#features/files/server/stored-exports.ts'
import { removeExpired } from '#kit/server/remove-expired.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { requestDue } from './request-due.ts'
import { expiredExports, markRemoved } from './retention-queries.ts'

/** The jobs that delete the files of old downloads and request those that repeat. */
export function exportHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(dropOldExports, () => dropOld(app)), jobHandler(repeatExports, () => requestDue(app, new Date()))]
}

/** Deletes files past their retention time; who took out what stays. Objects are removed first: repeating is harmless. */
const dropOld = ({ db, files }: AppContext): Promise<void> =>
  removeExpired({
    next: (after) => expiredExports(db, storedDays, after),
    remove: async ({ id, keys }) => {
      for (const key of keys) await files.remove(key)
      await forgetFiles(db, files.bucket, keys)
      await markRemoved(db, id)
    },
  })
