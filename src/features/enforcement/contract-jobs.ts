import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Counts what the abuse desks did about their notices. */
export const countScores = job({ name: 'count-desk-scores', payload: z.object({}), tries: 2, cron: '17 * * * *' })

/** The notices of one email were not sent; `userId` is who is notified, or null: the Analysts. */
export const noticesWithheld = job({
  name: 'notices-withheld',
  payload: z.object({
    companyId: z.uuid(),
    brandId: z.uuid(),
    platform: z.string(),
    findingIds: z.array(z.uuid()),
    userId: z.uuid().nullable(),
    reason: z.string(),
  }),
  tries: 5,
})
