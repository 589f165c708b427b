import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { pageSchema } from '#kit/contract/page.ts'
import { id, messageResponse } from '#kit/contract/texts.ts'
import { quickTools } from '#vocabulary/quick-tools.ts'
import { staff } from '#vocabulary/roles.ts'
import { retryCall } from '#features/tool-jobs/contract-schemas.ts'
import { quickToolQuery, quickToolRecord, quickToolRequest } from './contract-schemas.ts'
import { checkOutcomes } from './rules.ts'

/** The quick-tool half of the two calls that bulk downloads and quick tools share (S-226, S-228); exports serve them. */
export const quickToolQueue = {
  request: endpoint({
    method: 'POST',
    path: '/queue/postQueueRecord',
    access: staff,
    summary: 'Queue a job of a quick tool; needs a grant',
    takes: quickToolRequest,
    answers: messageResponse.extend({ id }),
    bodyLimit: 4 * 1024 * 1024,
  }),
  list: endpoint({
    method: 'GET',
    path: '/queue/getRecords',
    access: staff,
    summary: 'The jobs of these quick tools of all staff, newest first',
    takes: quickToolQuery,
    answers: pageSchema(quickToolRecord).extend({ email: z.string() }),
  }),
}

const recordCall = (action: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/quick-tools/records/{id}/${action}`,
    access: staff,
    summary,
    takes: z.object({ id }),
    answers: messageResponse,
  })

export const quickToolCalls = {
  cancel: recordCall('cancel', 'End a job of a quick tool that runs or is paused; its results so far stay stored'),
  pause: recordCall('pause', 'Stop a job of a quick tool until it is resumed'),
  resume: recordCall('resume', 'Let a paused job go on where it was, or a failed one with the lines that are not done'),
  retryFailed: retryCall('/quick-tools/records', 'job of a quick tool'),
  remove: endpoint({
    method: 'DELETE',
    path: '/quick-tools/records/{id}',
    access: staff,
    summary: 'Remove a waiting job of a quick tool from the queue; 409 once it is being processed',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  links: endpoint({
    method: 'POST',
    path: '/quick-tools/records/{id}/links',
    access: staff,
    summary: 'Fresh links to the files of a finished job of a quick tool, valid for an hour',
    takes: z.object({ id }),
    answers: z.object({ files: z.array(z.object({ name: z.string(), url: z.string() })) }),
  }),
  sources: endpoint({
    method: 'GET',
    path: '/quick-tools/sources',
    access: staff,
    summary: 'Which quick tools can be used here, and what their sources answered when they were last asked',
    takes: z.object({}),
    answers: z.object({
      docs: z.array(
        z.object({
          report: z.enum(quickTools),
          /** The setting that is missing; null when the tool can be used. */
          missing: z.string().nullable(),
          outcome: z.enum(checkOutcomes).nullable(),
          detail: z.string(),
          checkedAt: z.string().nullable(),
        }),
      ),
    }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/quick-tools/sources/check',
    access: ['Admin'],
    summary: 'Ask each configured source one harmless question',
    takes: z.object({}),
    answers: messageResponse,
  }),
}

/** Nightly, and when an Admin asks for it: one harmless question for each configured source (G86). */
export const probeSources = job({ name: 'probe-sources', payload: z.object({}), tries: 2, cron: '40 20 * * *' })
