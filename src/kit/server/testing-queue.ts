import { rows, sql } from './db.ts'
import { runNextJob, type QueueRunner } from './run-queue.ts'
import type { AppContext } from './serve.ts'

/**
 * Expires the lease of a job whose worker is stuck until `takeOver` says that another worker has taken it. The timer of the
 * stuck one may renew the lease in between, with progress that it has not stored yet: then both are done again.
 */
export async function expireLeaseUntil(
  { db }: Pick<AppContext, 'db'>,
  { table }: Pick<QueueRunner, 'table'>,
  jobId: string,
  takeOver: () => Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    await rows(db, sql`update ${sql.table(table)} set lease_until = now() - interval '1 second' where id = ${jobId}`)
    if (await takeOver()) return
  }
  throw new Error('no other worker took the job over')
}

/** Lets another worker do a job whose worker is stuck. */
export const runWithExpiredLease = (app: AppContext, runner: QueueRunner, jobId: string): Promise<void> =>
  expireLeaseUntil(app, runner, jobId, () => runNextJob(app, runner))
