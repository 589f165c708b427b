import type { z } from 'zod'
import type { Job } from '#kit/contract/job.ts'
import { type Db, rows, sql } from './db.ts'

/**
 * Asks for work in the caller's transaction: it is done if and only if that commits, at least once.
 * `after` waits that many seconds.
 */
export async function enqueue<P extends z.ZodType>(db: Db, job: Job<P>, payload: z.input<P>, after = 0): Promise<void> {
  const checked = JSON.stringify(job.payload.parse(payload))
  await rows(db, sql`select enqueue_job(${job.name}, ${checked}::jsonb, ${job.tries}, ${after})`)
}
