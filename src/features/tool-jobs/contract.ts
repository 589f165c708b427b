import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Nightly: deletes the files and results of jobs past their retention time (G86). */
export const dropOldToolJobs = job({ name: 'drop-old-tool-jobs', payload: z.object({}), tries: 3, cron: '25 21 * * *' })
