import type { z } from 'zod'

/** A background job. Defined in a contract, so that any feature can enqueue it; the handler is in its own feature. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  /** Number of attempts before it counts as failed. */
  tries: number
  /** Schedule in UTC, run with the payload {}: minute hour day month weekday. */
  cron?: string
  /** Some are enqueued to run later (`delaySeconds`): nothing notifies workers when they are due, so they are polled for. */
  isDelayed?: boolean
  /** How many a worker runs at a time, an even number; 4 unless they mostly wait for another system. */
  atOnce?: number
}

/** Declares a job. It also belongs into the list of all jobs, src/app/jobs.ts. */
export function job<const P extends z.ZodType>(definition: Job<P>): Job<P> {
  return definition
}
