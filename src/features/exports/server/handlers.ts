import { dropOldExports, repeatExports } from '#features/exports/contract.ts'
import { storedDays } from '#features/exports/rules.ts'
import { removeExpiredFiles } from '#features/files/server/remove-expired-files.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { exportQueue } from './export-queue.ts'
import { requestDue } from './request-due.ts'
import { expiredExports, markRemoved } from './retention-queries.ts'

/** The jobs that delete the files of old downloads and request those that repeat. */
export function exportHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(dropOldExports, () => dropOld(app)), jobHandler(repeatExports, () => requestDue(app, new Date()))]
}

/** Deletes files past their retention time; who took out what stays. */
const dropOld = (app: AppContext): Promise<void> =>
  removeExpiredFiles(app, {
    table: exportQueue.table,
    days: storedDays,
    next: (after) => expiredExports(app.db, storedDays, after),
    markRemoved,
  })
