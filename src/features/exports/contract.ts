import { z } from 'zod'
import { quickToolQueue } from '#features/quick-tools/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { inOrder, notInOrder } from '#kit/contract/day-order.ts'
import { day, id, messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import {
  bulkRecord,
  bulkQuery,
  choicesQuery,
  domainRecord,
  ignoredFields,
  queueQuery,
  scheduleRecord,
  bulkRequest,
  queueRequest,
} from './contract-schemas.ts'
import { messages } from './messages.ts'
import { maxDomains, maxDomainText } from './rules.ts'

/** The address to which the caller's own downloads are sent. */
const ownEmail = { email: z.string() }

const choicesFor = (name: string, what: string) =>
  endpoint({
    method: 'GET',
    path: `/services/${name}`,
    access: staff,
    summary: `${what} that the findings of a scope have, at most 100`,
    takes: choicesQuery,
    answers: z.array(z.string()),
  })

/** A call about one job of either queue. */
const recordCall = (action: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/queue/records/{id}/${action}`,
    access: staff,
    summary,
    takes: z.object({ id }),
    answers: messageResponse,
  })

/** The bulk half of the two calls that bulk downloads and quick tools share, as screens of downloads use them. */
export const bulkQueue = {
  request: endpoint({
    method: 'POST',
    path: '/queue/postQueueRecord',
    access: staff,
    summary: 'Queue a bulk download; needs a grant',
    takes: bulkRequest,
    answers: messageResponse.extend({ id }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/queue/getRecords',
    access: staff,
    summary: 'The bulk downloads of all staff, newest first',
    takes: z.object(pageParams),
    answers: pageSchema(bulkRecord).extend(ownEmail),
  }),
}

export const exportCalls = {
  reasonCodes: choicesFor('reason-code', 'Reason codes'),
  statuses: choicesFor('status', 'Statuses'),
  actionDates: choicesFor('action-date', 'Days of the last action'),
  sellers: choicesFor('seller', 'Sellers'),
  confirm: endpoint({
    method: 'GET',
    path: '/queue/confirmFetchRecords',
    access: staff,
    summary: 'How many findings of each brand a bulk download would contain; needs a grant',
    takes: z.object({ ...bulkQuery, ...ignoredFields }).refine(inOrder, notInOrder),
    answers: z.object({
      result: z.array(z.object({ brandName: z.string(), noOfDocument: z.number() })),
      companyName: z.string(),
    }),
  }),
  request: endpoint({
    ...bulkQueue.request,
    summary: 'Queue a bulk download, or with report a job of a quick tool; needs a grant',
    takes: queueRequest,
    bodyLimit: quickToolQueue.request.bodyLimit!,
  }),
  list: endpoint({
    ...bulkQueue.list,
    summary: 'The bulk downloads of all staff, or with report the jobs of these quick tools, newest first',
    takes: queueQuery,
    answers: z.union([bulkQueue.list.answers, quickToolQueue.list.answers]),
  }),
  cancel: recordCall('cancel', 'Stop a download that is being processed'),
  retry: recordCall('retry', 'Queue a failed download again; it goes on where it stopped'),
  links: endpoint({
    method: 'POST',
    path: '/queue/records/{id}/links',
    access: staff,
    summary: 'Fresh links to the files of a finished download, or to one; valid for an hour, recorded in the data log',
    takes: z.object({ id, file: z.string().max(200).optional() }),
    answers: z.object({ files: z.array(z.object({ name: z.string(), url: z.string() })) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/queue/records/{id}',
    access: staff,
    summary: 'Remove a waiting download from the queue; 409 once it is being processed',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  schedules: endpoint({
    method: 'GET',
    path: '/queue/schedules',
    access: staff,
    summary: 'The downloads that repeat: the own ones, for an Admin all',
    takes: z.object({}),
    answers: z.object({ docs: z.array(scheduleRecord) }),
  }),
  removeSchedule: endpoint({
    method: 'DELETE',
    path: '/queue/schedules/{id}',
    access: staff,
    summary: 'End the repetition of a download',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  requestDomains: endpoint({
    method: 'POST',
    path: '/domain-data-download/queue-domains-result',
    access: staff,
    summary: `Queue the findings of 1 to ${maxDomains} domains, in any spelling`,
    takes: z
      .object({
        domains: z
          .union([z.string().max(maxDomainText, messages.textTooLong), z.array(z.string().max(2048)).max(maxDomains)], {
            error: messages.domainCount,
          })
          .transform((raw) => (typeof raw === 'string' ? raw : raw.join('\n'))),
        startDate: day('Start date'),
        endDate: day('End date'),
        email: ignoredFields.email,
      })
      .refine(inOrder, notInOrder),
    answers: messageResponse.extend({ id }),
    bodyLimit: 4 * 1024 * 1024,
  }),
  listDomains: endpoint({
    method: 'GET',
    path: '/domain-data-download/getRecords',
    access: staff,
    summary: 'The domain data downloads of all staff, newest first',
    takes: z.object(pageParams),
    answers: pageSchema(domainRecord).extend(ownEmail),
  }),
}

/** Requests the downloads that repeat. Hourly, so that a worker that was down only delays them. */
export const repeatExports = job({ name: 'repeat-exports', payload: z.object({}), tries: 3, cron: '11 * * * *' })

/** Nightly: deletes the files of downloads past their retention time. */
export const dropOldExports = job({ name: 'drop-old-exports', payload: z.object({}), tries: 3, cron: '10 21 * * *' })
