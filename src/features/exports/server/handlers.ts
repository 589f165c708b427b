import { dropOldExports } from '#features/exports/contract.ts'
import { storedDays } from '#features/exports/rules.ts'
import { forgetFiles } from '#features/files/server/stored-exports.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { expiredExports, markRemoved } from './retention-queries.ts'

/** The job that deletes the files of old downloads. */
export function exportHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(dropOldExports, () => dropOld(app))]
}

/** Deletes files past their retention time; who took out what stays. Objects are removed first: repeating is harmless. */
async function dropOld({ db, files }: AppContext): Promise<void> {
  for (;;) {
    const old = await expiredExports(db, storedDays)
    if (old.length === 0) return
    for (const { id, keys } of old) {
      for (const key of keys) await files.remove(key)
      await forgetFiles(db, files.bucket, keys)
      await markRemoved(db, id)
    }
  }
}
