import type { z } from 'zod'

/** Work after the answer, named low so that any feature may ask for it; the handler lives with its feature. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  /** How often it is tried before it counts as failed. */
  tries: number
  /** Asked for by the clock, in UTC, with the payload {}: minute hour day month weekday. */
  cron?: string
}

const declared = new Map<string, Job>()

/** Declares a job. Every declared job must have a handler in the worker, or it does not start. */
export function job<const P extends z.ZodType>(of: Job<P>): Job<P> {
  declared.set(of.name, of)
  return of
}

/** All jobs of the contracts that this process has read. */
export const declaredJobs = (): readonly Job[] => [...declared.values()]
