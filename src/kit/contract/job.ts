import type { z } from 'zod'

/** A background job. Defined in a contract, so that any feature can enqueue it; the handler is in its own feature. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  /** Number of attempts before it counts as failed. */
  tries: number
  /** Schedule in UTC, run with the payload {}: minute hour day month weekday. */
  cron?: string
}

const declared = new Map<string, Job>()

/** Declares a job. The worker does not start unless every declared job has a handler. */
export function job<const P extends z.ZodType>(definition: Job<P>): Job<P> {
  declared.set(definition.name, definition)
  return definition
}

/** All jobs of the contracts that this process has loaded. */
export const declaredJobs = (): readonly Job[] => [...declared.values()]
