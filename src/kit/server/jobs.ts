import type { z } from 'zod'
import type { Job } from '#kit/contract/job.ts'
import { type Db, rows, sql } from './db.ts'
import { jsonbOf } from './jsonb.ts'

/**
 * Enqueues a job in the caller's transaction: it runs if and only if that commits, at least once.
 * `delaySeconds` is the earliest start, in seconds from now.
 */
export async function enqueue<P extends z.ZodType>(
  db: Db,
  job: Job<P>,
  payload: z.input<P>,
  delaySeconds = 0,
): Promise<void> {
  await enqueueMany(db, job, [payload], delaySeconds)
}

/** Enqueues one job for each payload, in one statement. */
export async function enqueueMany<P extends z.ZodType>(
  db: Db,
  job: Job<P>,
  payloads: readonly z.input<P>[],
  delaySeconds = 0,
): Promise<void> {
  const checked = payloads.map((payload) => jsonbOf(job.payload.parse(payload)))
  await rows(
    db,
    sql`select enqueue_job(${job.name}, payload, ${job.tries}, ${delaySeconds}) from unnest(${checked}::jsonb[]) as p (payload)`,
  )
}
