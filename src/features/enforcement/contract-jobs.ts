import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Counts what the abuse desks did about their notices. */
export const countScores = job({ name: 'count-desk-scores', payload: z.object({}), tries: 2, cron: '17 * * * *' })
