import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { id, messageResponse, optionalId } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { companyLists, homeNumberNames, mailKinds } from './rules.ts'
import { everyone } from '#vocabulary/roles.ts'

const number = z.object({
  name: z.enum(homeNumberNames),
  count: z.number(),
  /** The same of the period before; null where nothing is compared. */
  before: z.number().nullable(),
  /** By platform (stored value), where the rows are in one list for each platform. */
  parts: z.array(z.object({ platform: z.string(), count: z.number() })),
})
export type HomeNumber = z.output<typeof number>

const scope = { brand: optionalId, clientCompanyId: optionalId }

const finding = z.object({
  id,
  platform: z.string(),
  /** URL, link or domain. */
  title: z.string(),
  companyId: id,
  company: z.string(),
  brandId: id,
  brand: z.string(),
  status: z.string(),
  reportingDate: z.string(),
  /** When it was taken down, or when the answer came. */
  at: z.string(),
})
export type HomeFinding = z.output<typeof finding>

const answered = finding.extend({ sender: z.string().nullable(), subject: z.string() })
export type AnsweredFinding = z.output<typeof answered>

const company = z.object({
  id,
  name: z.string(),
  /** Reporting date of the newest finding; null: there is none. */
  newest: z.string().nullable(),
  /** Approved findings that are not sent. */
  approved: z.number(),
})
export type HomeCompany = z.output<typeof company>

const failedJob = z.object({ id, name: z.string(), at: z.string(), problem: z.string() })
export type FailedJob = z.output<typeof failedJob>

/** The numbers of a person's home, and the rows that those numbers count which have no list elsewhere. */
export const home = {
  numbers: endpoint({
    method: 'GET',
    path: '/home/numbers',
    access: everyone,
    summary: 'What waits for the caller and what changed, as numbers; of the selected company and brand for a Client',
    takes: z.object(scope),
    answers: z.object({
      numbers: z.array(number),
      /** From when on the Client's numbers of what is new count; null for staff. */
      since: z.string().nullable(),
      /** Whether that is the end of the visit before this one; else there was none for a month. */
      isVisit: z.boolean(),
      /** Reporting dates of the trend and of the period before. */
      trend: z.object({ startDate: z.string(), endDate: z.string(), beforeStart: z.string(), beforeEnd: z.string() }),
    }),
  }),
  visit: endpoint({
    method: 'POST',
    path: '/home/visit',
    access: ['Client'],
    summary: 'Note that the Client opened the home; four hours later it is another visit',
    takes: z.object({}),
    answers: messageResponse,
  }),
  takenDown: endpoint({
    method: 'GET',
    path: '/home/taken-down',
    access: ['Client'],
    summary: "The findings taken down since the Client's last visit, at most a month ago, newest first",
    takes: z.object({ ...pageParams, ...scope }),
    answers: pageSchema(finding),
  }),
  answers: endpoint({
    method: 'GET',
    path: '/home/answers',
    access: staff,
    summary: 'Open findings whose last notice bounced or was answered by a person, newest first',
    takes: z.object({ ...pageParams, kind: z.enum(mailKinds).default('reply').catch('reply') }),
    answers: pageSchema(answered),
  }),
  companies: endpoint({
    method: 'GET',
    path: '/home/companies',
    access: ['Admin'],
    summary: 'Companies without data this week, or with approved findings and no signer of notices',
    takes: z.object({ ...pageParams, of: z.enum(companyLists).default('without-data').catch('without-data') }),
    answers: pageSchema(company),
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: '/home/failed-jobs',
    access: ['Admin'],
    summary: 'Jobs of the last seven days that failed after all their tries, newest first',
    takes: z.object(pageParams),
    answers: pageSchema(failedJob),
  }),
}
