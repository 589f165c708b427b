import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Findings were assigned to a person by another one, who is named; one finding by its address (`title`). */
export const workAssigned = job({
  name: 'work-assigned',
  payload: z.object({ to: z.uuid(), by: z.string(), count: z.number().int(), title: z.string().optional() }),
  tries: 3,
})
