import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { day, id, messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import {
  bulkRecord,
  bulkScope,
  choicesQuery,
  domainRecord,
  ignoredFields,
  inOrder,
  notInOrder,
  queueQuery,
  scheduleRecord,
  withDateRange,
} from './contract-schemas.ts'
import { messages } from './messages.ts'
import { exportFormats, exportRhythms, maxDomains, maxDomainText, purposes } from './rules.ts'

const purpose = z.enum(purposes, 'Purpose is not valid')
const password = z.string().min(1, 'Password is required').max(200, 'Password is not valid')
/** Also repeats the download, each time for the period that has just ended. */
const repeat = z.enum(exportRhythms, 'Repetition is not valid').optional()
const format = z.enum(exportFormats, 'Format is not valid').default('xlsx')

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

export const exportCalls = {
  reasonCodes: choicesFor('reason-code', 'Reason codes'),
  statuses: choicesFor('status', 'Statuses'),
  actionDates: choicesFor('action-date', 'Days of the last action'),
  sellers: choicesFor('seller', 'Sellers'),
  verifyPassword: endpoint({
    method: 'POST',
    path: '/queue/verify-password',
    access: staff,
    summary: 'Exchange the password of an action for a grant, valid for 600 seconds (header X-Action-Grant)',
    takes: z.object({ purpose, password }),
    answers: z.object({ grant: z.string(), expiresIn: z.number() }),
    // A wrong password is recorded although the call fails.
    ownTransactions: true,
  }),
  confirm: endpoint({
    method: 'GET',
    path: '/queue/confirmFetchRecords',
    access: staff,
    summary: 'How many findings of each brand a bulk download would contain; needs a grant',
    takes: z.object({ ...bulkScope, ...ignoredFields }).refine(inOrder, notInOrder),
    answers: z.object({
      result: z.array(z.object({ brandName: z.string(), noOfDocument: z.number() })),
      companyName: z.string(),
    }),
  }),
  request: endpoint({
    method: 'POST',
    path: '/queue/postQueueRecord',
    access: staff,
    summary: 'Queue a bulk download; needs a grant',
    takes: z.preprocess(
      withDateRange,
      z.object({ ...bulkScope, ...ignoredFields, format, repeat }).refine(inOrder, notInOrder),
    ),
    answers: messageResponse.extend({ id }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/queue/getRecords',
    access: staff,
    summary: 'The bulk downloads of all staff, newest first',
    takes: queueQuery,
    answers: pageSchema(bulkRecord).extend(ownEmail),
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
  passwords: endpoint({
    method: 'GET',
    path: '/action-passwords',
    access: ['Admin'],
    summary: 'Which actions have a password, and who set it',
    takes: z.object({}),
    answers: z.object({
      docs: z.array(
        z.object({ purpose, isSet: z.boolean(), setBy: z.string().nullable(), setAt: z.string().nullable() }),
      ),
    }),
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/action-passwords',
    access: ['Admin'],
    summary: 'Set the password of an action',
    takes: z.object({
      purpose,
      password: z
        .string()
        .min(8, 'Password must be between 8 and 200 characters')
        .max(200, 'Password must be between 8 and 200 characters'),
    }),
    answers: messageResponse,
  }),
}

/** Requests the downloads that repeat. Hourly, so that a worker that was down only delays them. */
export const repeatExports = job({ name: 'repeat-exports', payload: z.object({}), tries: 3, cron: '11 * * * *' })

/** Nightly: deletes the files of downloads past their retention time. */
export const dropOldExports = job({ name: 'drop-old-exports', payload: z.object({}), tries: 3, cron: '10 21 * * *' })
