import { z } from 'zod'
import { job } from '#kit/contract/job.ts'
import { id } from '#kit/contract/texts.ts'

/** Nightly: deletes the files and results of jobs past their retention time (G86). */
export const dropOldToolJobs = job({ name: 'drop-old-tool-jobs', payload: z.object({}), tries: 3, cron: '25 21 * * *' })

/** Writes the files of the lines that a job had finished when it was cancelled or failed. */
export const writePartialFiles = job({ name: 'write-partial-files', payload: z.object({ jobId: id }), tries: 3 })
