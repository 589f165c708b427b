import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { done, id, optionalId } from '#kit/contract/texts.ts'

/** How often a report comes: on Monday for the week before, on the first for the month before. */
export const rhythms = ['weekly', 'monthly'] as const
export type Rhythm = (typeof rhythms)[number]

const subscription = z.object({
  id,
  /** Null: all brands that the person may see. */
  brand: z.object({ id, brandName: z.string() }).nullable(),
  rhythm: z.enum(rhythms),
})

export const reports = {
  list: endpoint({
    method: 'GET',
    path: '/report-subscriptions',
    access: ['Client'],
    summary: "The caller's reports by e-mail",
    takes: z.object({}),
    answers: z.object({ address: z.string(), docs: z.array(subscription) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/report-subscriptions',
    access: ['Client'],
    summary: 'Have a report of one brand, or of all, sent every week or month, or no longer',
    takes: z.object({ brand: optionalId, rhythm: z.enum([...rhythms, 'never'], 'Rhythm is not valid') }),
    answers: done,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/report-subscriptions/stop',
    access: 'public',
    summary: 'Stop a report by the link in its letter, without signing in',
    takes: z.object({ subscription: id, signature: z.string().max(100) }),
    answers: done,
  }),
}

export type Subscription = z.output<typeof subscription>

/** Finds the reports that have fallen due; hourly, so that a night without a worker delays them, no more. */
export const findDueReports = job({ name: 'find-due-reports', payload: z.object({}), tries: 3, cron: '7 * * * *' })

/** Makes one report of a period and posts it, once. */
export const sendReport = job({
  name: 'send-report',
  payload: z.object({ subscriptionId: z.uuid(), startDate: z.iso.date(), endDate: z.iso.date() }),
  tries: 5,
})
