import type { z } from 'zod'

/** Work after the answer, named low so that any feature may ask for it; the handler lives with its feature. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  /** How often it is tried before it counts as failed. */
  tries: number
}

export function job<const P extends z.ZodType>(of: Job<P>): Job<P> {
  return of
}
