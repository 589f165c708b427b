import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '#features/exports/messages.ts'
import { requesterSession } from '#features/sessions/server/requester-session.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import type { Db } from '#kit/server/db.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { JobRefused, type QueueRunner, type Work } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { failedEmail } from './export-email.ts'
import { exportQueue } from './export-queue.ts'
import { makeFiles } from './make-files.ts'
import * as queries from './queries.ts'

/** How downloads are made, and what is written about one that failed. */
export const exportRunner: QueueRunner = { ...exportQueue, failure: messages.notMade, run, onFailed }

async function run(app: AppContext, { lease, signal, onProgress }: Work): Promise<void> {
  const job = await queries.exportOf(app.db, lease.jobId)
  if (!job) throw new JobRefused(messages.requesterGone)
  const session = await requesterSession(app.db, job.userId)
  const folder = await mkdtemp(join(tmpdir(), `brandkeep-export-${job.id}-`))
  try {
    await makeFiles(app, { job, lease, folder, session, signal, onRows: onProgress })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onFailed(app: AppContext, db: Db, jobId: string, reason: string): Promise<void> {
  const job = await queries.exportOf(db, jobId)
  const to = job && (await addressOf(db, job.userId))
  if (to) await enqueueEmail(db, { ...failedEmail(app, job, reason), to })
}
