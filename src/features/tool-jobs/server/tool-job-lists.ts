import { messages } from '#features/tool-jobs/messages.ts'
import { maxRunningOf } from '#features/tool-jobs/rules.ts'
import type { Db } from '#kit/server/db.ts'
import * as queries from './queries.ts'

export type { ListedToolJob } from './queries.ts'

/**
 * One page of the jobs of these kinds (and, if given, these tools) of all staff, newest first, and the total. The problem of
 * one that waits says for what.
 */
export async function pageOfToolJobs(
  db: Db,
  which: Parameters<typeof queries.pageOfToolJobs>[1],
  window: { size: number; offset: number },
): Promise<{ found: queries.ListedToolJob[]; total: number }> {
  const { found, total } = await queries.pageOfToolJobs(db, which, window)
  return { found: found.map((one) => ({ ...one, problem: one.problem ?? reasonToWait(one) })), total }
}

/** A queue that works on several jobs at once makes one wait only when it is full. */
const reasonToWait = ({ kind, ahead }: queries.ListedToolJob): string | null =>
  ahead === null || ahead.jobs < maxRunningOf[kind]
    ? null
    : messages.waitsFor({ jobs: ahead.jobs, turns: Math.floor(ahead.jobs / maxRunningOf[kind]) }, ahead.running)
