import type { FailedLine, JobCalls } from '#features/tool-jobs/contract-schemas.ts'
import { type ToolKind, wireStates } from '#features/tool-jobs/rules.ts'
import { pageOf } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound } from '#kit/server/problem.ts'
import type { AppContext, Handlers } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  cancelToolJob,
  lockedJob,
  mayChange,
  ownJob,
  pauseToolJob,
  resumeToolJob,
  toolJobLinks,
} from './job-actions.ts'
import * as queries from './queries.ts'
import { pageOfToolJobs } from './tool-job-lists.ts'

/** The handlers of `jobCalls` for jobs of these kinds. Files are for all staff, changes for its user or an Admin. */
export function jobCallHandlers(
  app: AppContext,
  { kinds, addressOfLine }: { kinds: readonly ToolKind[]; addressOfLine: (input: queries.RowInput) => string },
): Handlers<JobCalls> {
  return {
    cancel: async ({ db, session, input }) => cancelToolJob(db, session, await ownJob(db, session, input.id, kinds)),
    pause: async ({ db, session, input }) => pauseToolJob(db, session, await ownJob(db, session, input.id, kinds)),
    resume: async ({ db, session, input }) => resumeToolJob(db, await ownJob(db, session, input.id, kinds)),
    links: async ({ db, session, input }) => toolJobLinks(app, db, session, await lockedJob(db, input.id, kinds)),
    failedLines: async ({ db, input: { id, page = 1, perPage: size = 100 } }) => {
      const job = await queries.toolJob(db, id)
      if (!job || !kinds.includes(job.kind)) throw notFound()
      const found = await queries.failedRows(db, job.id, { size, offset: (page - 1) * size })
      const lines = found.map(
        ({ row, input, problem }): FailedLine => ({
          id: String(row),
          row: rowInFile(input, row),
          address: addressOfLine(input),
          problem: problem ?? '',
        }),
      )
      return pageOf(lines, page, size, job.failed)
    },
  }
}

/** The row of the uploaded file that a line was read from; the number of the line where there is none. */
export const rowInFile = (input: queries.RowInput, row: number): number =>
  typeof input === 'string' ? row : Number(input['line'] ?? row)

/** One page of the jobs of these kinds, newest first: what the database has of each, and what every list says of it. */
export async function pageOfJobs(
  db: Db,
  session: Session,
  { kinds, page, size }: { kinds: readonly ToolKind[]; page: number; size: number },
) {
  const { found, total } = await pageOfToolJobs(db, { kinds }, { size, offset: (page - 1) * size })
  return { found: found.map((stored) => ({ stored, listed: listedJob(stored, session) })), total }
}

function listedJob(one: queries.ListedToolJob, session: Session) {
  const {
    id,
    createdAt,
    platform,
    state,
    done,
    failed,
    problem,
    isStored,
    isRetried,
    awaitsFiles,
    files,
    records,
    secondsLeft,
  } = one
  return {
    id,
    _id: id,
    createdAt,
    platform: platform ?? '',
    status: wireStates[state],
    state,
    done,
    failed,
    waiting: records - done,
    secondsLeft,
    problem,
    isOwn: mayChange(session, one),
    isRetried,
    isStored,
    awaitsFiles,
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
  }
}
