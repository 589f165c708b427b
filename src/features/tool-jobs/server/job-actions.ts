import { messages } from '#features/tool-jobs/messages.ts'
import { maxWaiting, type ToolKind } from '#features/tool-jobs/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { linksFor } from '#kit/server/files.ts'
import { cancelJob, pauseJob, removeJob, requeueJob, waitingJobs } from '#kit/server/leased-queue.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { onlyWaits } from '#vocabulary/job-states.ts'
import { enqueuePartialFiles } from './partial-files.ts'
import * as queries from './queries.ts'
import { toolQueue } from './run-tool-job.ts'

/** Queues a job; 429 when its user has as many waiting as one may (G87). */
export async function queueToolJob(db: Db, job: queries.NewToolJob, lines: readonly queries.RowInput[]): Promise<void> {
  await refuseTooMany(db, job.userId, job.kind)
  await queries.addToolJob(db, job, lines)
}

/** Throws 429 when a user has as many jobs of a kind waiting as one may. */
export async function refuseTooMany(db: Db, userId: string, kind: ToolKind): Promise<void> {
  if ((await waitingJobs(db, toolQueue(kind), userId)) >= maxWaiting) throw new Problem(429, messages.tooManyWaiting)
}

/** Whether the caller may change a job: its own, or any for an Admin. */
export const mayChange = (session: Session, { userId }: Pick<queries.ToolJob, 'userId'>): boolean =>
  session.role === 'Admin' || session.userId === userId

/** A job of these kinds, locked; 404 for an unknown id. */
export async function lockedJob(db: Db, id: string, kinds: readonly ToolKind[]): Promise<queries.ToolJob> {
  const found = await queries.lockToolJob(db, id)
  if (!found || !kinds.includes(found.kind)) throw notFound()
  return found
}

/** The same, of the caller or for an Admin; 403 for somebody else's. */
export async function ownJob(
  db: Db,
  session: Session,
  id: string,
  kinds: readonly ToolKind[],
): Promise<queries.ToolJob> {
  const found = await lockedJob(db, id, kinds)
  if (!mayChange(session, found)) throw new Problem(403, messages.notYours)
  return found
}

/** Removes a waiting job; 409 once it was worked on (G87), also between two turns. Who may is up to the caller. */
export async function removeToolJob(db: Db, job: queries.ToolJob): Promise<void> {
  if (!onlyWaits(job) || !(await removeJob(db, toolQueue(job.kind), job.id)))
    throw new Problem(409, messages.alreadyProcessing)
}

/** Ends a job that was begun; 409 for any other. The files of the lines that are done are written. */
export async function cancelToolJob(db: Db, session: Session, job: queries.ToolJob): Promise<{ message: string }> {
  if (!(await cancelJob(db, toolQueue(job.kind), job.id, messages.cancelled(session.username))))
    throw new Problem(409, messages.notRunning)
  await enqueuePartialFiles(db, job)
  return { message: messages.cancelDone }
}

/** Stops a waiting or running job until it is resumed; 409 for any other. */
export async function pauseToolJob(db: Db, session: Session, job: queries.ToolJob): Promise<{ message: string }> {
  if (!(await pauseJob(db, toolQueue(job.kind), job.id, messages.paused(session.username))))
    throw new Problem(409, messages.notRunning)
  return { message: messages.pauseDone }
}

/** Lets a paused job go on where it was, or a failed one with the lines that are not done; 409 for any other. */
export async function resumeToolJob(db: Db, job: queries.ToolJob): Promise<{ message: string }> {
  if ((job.state !== 'Paused' && job.state !== 'Failed') || !job.isStored) throw new Problem(409, messages.notPaused)
  await refuseTooMany(db, job.userId, job.kind)
  if (job.state === 'Failed') await queries.retryFailedRows(db, job.id)
  await requeueJob(db, toolQueue(job.kind), job.id)
  return { message: messages.resumed }
}

/** Fresh links to the files of a job that has ended, valid for an hour; 409 before, 410 after they were stored. */
export async function toolJobLinks(
  app: AppContext,
  db: Db,
  session: Session,
  job: queries.ToolJob,
): Promise<{ files: { name: string; url: string; records?: number | null }[] }> {
  if (job.state !== 'Completed' && job.state !== 'Failed') throw new Problem(409, messages.notReady)
  if (!job.isStored) throw new Problem(410, messages.notStored)
  const files = await queries.filesOf(db, job.id)
  if (files.length === 0) throw new Problem(409, messages.noFiles)
  return { files: files.map(({ name, key, records = null }) => ({ name, url: linkTo(app, session, key), records })) }
}

/** A link to a stored object of a job, valid for an hour (G119). */
export const linkTo = ({ settings, files }: AppContext, session: Session, key: string): string =>
  linksFor(settings.signingSecret, session)(files.bucket, key)
