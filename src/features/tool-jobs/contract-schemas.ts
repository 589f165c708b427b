import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { id, messageResponse } from '#kit/contract/texts.ts'
import { jobStates } from '#vocabulary/job-states.ts'
import { staff } from '#vocabulary/roles.ts'

/** What every list says of a job, besides the names of its own. */
export const jobFields = {
  id,
  _id: id,
  createdAt: z.string(),
  platform: z.string(),
  /** As the list names it: queued, processing, paused, processed, failed. */
  status: z.string(),
  state: z.enum(jobStates),
  /** Finished lines, and those of them that failed. */
  done: z.number(),
  failed: z.number(),
  /** Lines that were not worked on yet. */
  waiting: z.number(),
  /** About how long it will take at its present pace, while it is worked on; null where that is not known yet. */
  secondsLeft: z.number().nullable(),
  /** Why it failed, is paused, or will be tried again. */
  problem: z.string().nullable(),
  /** Whether the caller may pause, cancel and repeat it. */
  isOwn: z.boolean(),
  /** Its failed lines were queued again, as a job of their own. */
  isRetried: z.boolean(),
  /** False once its files are deleted. */
  isStored: z.boolean(),
  /** It ended before its time, and the files of its finished lines are being written. */
  awaitsFiles: z.boolean(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
}

const failedLine = z.object({ id: z.string(), row: z.number(), address: z.string(), problem: z.string() })
export type FailedLine = z.output<typeof failedLine>

/** The calls about one job of a list whose paths begin with `base`. */
export function jobCalls(base: `/${string}`, what: string) {
  const action = (name: string, summary: string) =>
    endpoint({
      method: 'POST',
      path: `${base}/{id}/${name}`,
      access: staff,
      summary: `${summary} ${what}`,
      takes: z.object({ id }),
      answers: messageResponse,
    })
  return {
    cancel: action('cancel', 'Stop'),
    pause: action('pause', 'Pause'),
    resume: action('resume', 'Go on with a paused or failed'),
    links: endpoint({
      method: 'POST',
      path: `${base}/{id}/links`,
      access: staff,
      summary: `Fresh links to the files of a finished ${what}, valid for an hour`,
      takes: z.object({ id }),
      answers: z.object({ files: z.array(z.object({ name: z.string(), url: z.string() })) }),
    }),
    failedLines: endpoint({
      method: 'GET',
      path: `${base}/{id}/failed`,
      access: staff,
      summary: `The failed lines of a ${what}, and why`,
      takes: z.object({ id, ...pageParams }),
      answers: pageSchema(failedLine),
    }),
  }
}
export type JobCalls = ReturnType<typeof jobCalls>

/** The call that queues the failed lines of a finished job again. */
export const retryCall = (base: `/${string}`, what: string) =>
  endpoint({
    method: 'POST',
    path: `${base}/{id}/retry-failed`,
    access: staff,
    summary: `Queue the failed rows of a finished ${what} again, once, as a job of the caller`,
    takes: z.object({ id }),
    answers: messageResponse.extend({ id }),
  })
export type RetryCall = ReturnType<typeof retryCall>
