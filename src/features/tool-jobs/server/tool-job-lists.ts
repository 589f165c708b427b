import type { Db } from '#kit/server/db.ts'
import * as queries from './queries.ts'

export type { ListedToolJob } from './queries.ts'

/** One page of the jobs of these kinds (and, if given, these tools) of all staff, newest first, and the total. */
export const pageOfToolJobs = (
  db: Db,
  which: Parameters<typeof queries.pageOfToolJobs>[1],
  window: { size: number; offset: number },
) => queries.pageOfToolJobs(db, which, window)
