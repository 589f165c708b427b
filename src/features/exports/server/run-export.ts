import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '#features/exports/messages.ts'
import { minutesBeforeTry } from '#features/exports/rules.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { isStaff } from '#kit/server/session.ts'
import { failedEmail } from './export-email.ts'
import { makeFiles, Cancelled } from './make-files.ts'
import * as queries from './queries.ts'

/** Seconds after which another worker takes a job over whose worker is gone, and between two signs of life (G87). */
const leaseSeconds = 15 * 60
const renewSeconds = 60
/** Seconds between two updates of the progress. */
const progressSeconds = 1

/** The job can never be done; the message is for its user. */
class CannotExport extends Error {}

/**
 * Runs the oldest download that is due; false when there is none. A failure is tried again after 1, 5 and 15 minutes,
 * then the user gets an email (G87). When `stopping` aborts, the job returns to the queue and goes on where it was.
 */
export async function runNextExport(app: AppContext, stopping = new AbortController().signal): Promise<boolean> {
  if (stopping.aborted) return false
  const leaseId = newId()
  const job = await inTransaction(app.pool, ({ db }) => queries.claimExport(db, { id: leaseId, seconds: leaseSeconds }))
  if (!job) return false
  const lease = { exportId: job.id, id: leaseId }
  const folder = await mkdtemp(join(tmpdir(), `brandkeep-export-${job.id}-`))
  const cancelled = new AbortController()
  const progress = keepLease(app, lease, () => cancelled.abort(new Cancelled()))
  try {
    if (queries.isBeyondTries(job)) throw new CannotExport(messages.notMade)
    const session = await sessionOfUser(app.db, job.userId)
    if (!session || !isStaff(session)) throw new CannotExport(messages.requesterGone)
    const signal = AbortSignal.any([stopping, cancelled.signal])
    await makeFiles(app, { job, lease, folder, session, signal, onRows: progress.note })
  } catch (problem) {
    if (stopping.aborted) await queries.releaseExport(app.db, lease)
    else if (!cancelled.signal.aborted && !(problem instanceof Cancelled))
      await fail(app, { job, lease }, problem as Error)
  } finally {
    progress.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

type Work = { job: queries.ClaimedExport; lease: { exportId: string; id: string } }

async function fail(app: AppContext, { job, lease }: Work, problem: Error): Promise<void> {
  const isFinal = problem instanceof CannotExport
  if (!isFinal && !queries.wasLastTry(job)) {
    const minutes = minutesBeforeTry[job.tries - 1] ?? 15
    return queries.postponeExport(app.db, lease, { minutes, problem: messages.notMade })
  }
  const reason = isFinal ? problem.message : messages.notMade
  await inTransaction(app.pool, async ({ db }) => {
    if (!(await queries.failExport(db, lease, reason))) return
    const to = await addressOf(db, job.userId)
    if (to) await enqueueEmail(db, { ...failedEmail(app, job, reason), to })
  })
  if (!isFinal) throw problem
}

/** Stores the progress and renews the lease; `onLost` is called when the job was cancelled or taken over. */
function keepLease({ db }: AppContext, lease: Work['lease'], onLost: () => void) {
  let done: number | undefined
  let stored: number | undefined
  let ticks = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const tick = async () => {
    ticks++
    const isDue = ticks % (renewSeconds / progressSeconds) === 0 || done !== stored
    try {
      if (isDue && !(await queries.renewLease(db, { ...lease, exportId: lease.exportId, seconds: leaseSeconds }, done)))
        onLost()
      stored = done
    } catch {
      // The database is away for a moment: the lease is longer than that.
    }
    if (!isStopped) timer = setTimeout(() => void tick(), 1000 * progressSeconds)
  }
  timer = setTimeout(() => void tick(), 1000 * progressSeconds)
  return {
    note: (rows: number) => {
      done = rows
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
