import { messages } from '#features/tool-jobs/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import { counted } from '#vocabulary/numbers.ts'
import { refuseTooMany } from './job-actions.ts'
import type { RowInput, ToolJob } from './queries.ts'
import { addRetry, isRetried, linesToRetry } from './retry-queries.ts'

/** What its feature says of a job: its tool, what it is called, and options that depend on the number of lines. */
type Described = {
  title: string
  nameOf: (lines: { count: number; first: RowInput }) => string
  optionsOf?: (count: number) => Record<string, unknown>
}

/**
 * Queues the failed lines of a locked, finished job as a job of the caller; their results have the numbers of the lines
 * in the first job. 409 for one that is not finished, has no failed lines or was retried before, 410 once its lines are
 * deleted, 429 when the caller has as many waiting as one may (G87).
 */
export async function retryFailedRows(
  db: Db,
  session: Session,
  job: ToolJob,
  { title, nameOf, optionsOf }: Described,
): Promise<{ message: string; id: string }> {
  if (job.state !== 'Completed') throw new Problem(409, messages.notReady)
  if (!job.isStored) throw new Problem(410, messages.notStored)
  if (job.failed === 0) throw new Problem(409, messages.noneFailed)
  if (await isRetried(db, job.id)) throw new Problem(409, messages.alreadyRetried)
  await refuseTooMany(db, session.userId, job.kind)
  const lines = await linesToRetry(db, job.id)
  const { count } = lines
  const id = newId()
  const name = messages.nameOfRetry(nameOf(lines))
  const options = { ...job.options, ...optionsOf?.(count) }
  await addRetry(db, job, { id, userId: session.userId, name, options, count })
  await logDataChange(db, session, {
    type: 'add',
    model: 'Tool job',
    total: count,
    subject: partsSubject(title, name, counted(count, 'row')),
    recordId: id,
    companyId: job.companyId ?? undefined,
  })
  return { message: messages.retried(count), id }
}
