import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { messageResponse, id, optionalId } from '#kit/contract/texts.ts'

/** How often a report is sent: on Mondays for the previous week, on the first for the previous month. */
export const rhythms = ['weekly', 'monthly'] as const
export type Rhythm = (typeof rhythms)[number]

const subscription = z.object({
  id,
  /** Null means all brands that the person may see. */
  brand: z.object({ id, brandName: z.string() }).nullable(),
  rhythm: z.enum(rhythms),
})

export const reports = {
  list: endpoint({
    method: 'GET',
    path: '/report-subscriptions',
    access: ['Client'],
    summary: "The caller's email reports",
    takes: z.object({}),
    answers: z.object({ address: z.string(), docs: z.array(subscription) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/report-subscriptions',
    access: ['Client'],
    summary: 'Subscribe to the weekly or monthly report of one brand or of all, or unsubscribe',
    takes: z.object({ brand: optionalId, rhythm: z.enum([...rhythms, 'never'], 'Rhythm is not valid') }),
    answers: messageResponse,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/report-subscriptions/stop',
    access: 'public',
    summary: 'Unsubscribe by the link in a report email, without signing in',
    takes: z.object({ subscription: id, signature: z.string().max(100) }),
    answers: messageResponse,
  }),
  openStop: endpoint({
    method: 'GET',
    path: '/report-subscriptions/stop',
    access: 'public',
    summary: 'The address of one-click unsubscribing, opened: leads to the page with the button',
    takes: z.object({ subscription: id, signature: z.string().max(100) }),
    answers: z.unknown(),
    streams: true,
  }),
}

export type Subscription = z.output<typeof subscription>

/** Finds the reports that are due. Hourly, so that a worker that was down only delays them. */
export const findDueReports = job({ name: 'find-due-reports', payload: z.object({}), tries: 3, cron: '7 * * * *' })

/** Builds one report for a period and emails it, once. */
export const sendReport = job({
  name: 'send-report',
  payload: z.object({ subscriptionId: z.uuid(), startDate: z.iso.date(), endDate: z.iso.date() }),
  tries: 5,
})
