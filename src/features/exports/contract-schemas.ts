import { z } from 'zod'
import { quickToolQuery, quickToolRequest } from '#features/quick-tools/contract-schemas.ts'
import { inOrder, notInOrder } from '#kit/contract/day-order.ts'
import { pageParams } from '#kit/contract/page.ts'
import { day, id, isNotValid, isRequired } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { readDay } from '#vocabulary/dates.ts'
import { readStatus } from '#vocabulary/statuses.ts'
import { messages } from './messages.ts'
import { allBrands, choiceNames, exportFormats, exportRhythms, exportStates } from './rules.ts'

/** One value or several, as a repeated query parameter or a list; blank ones are dropped. */
const several = (label: string, max: number) =>
  z
    .union([z.string().max(2048, isNotValid(label)), z.array(z.string().max(2048, isNotValid(label))).max(max)])
    .optional()
    .transform((raw) => [...new Set([raw ?? []].flat().map((one) => one.trim()))].filter((one) => one !== ''))

/** The same, with every value read by `read`. */
const severalRead = (label: string, max: number, read: (text: string) => string | undefined) =>
  several(label, max).transform((texts, context) => {
    const values = texts.map(read)
    if (values.includes(undefined)) context.addIssue({ code: 'custom', message: isNotValid(label) })
    return values.filter((one) => one !== undefined)
  })

const findingPlatform = z.string({ error: isRequired('Platform') }).transform((raw, context) => {
  const found = platformOf(raw)
  if (!found) context.addIssue({ code: 'custom', message: raw ? isNotValid('Platform') : isRequired('Platform') })
  return found!
})

/** Brand ids, or 'ALL'. */
const brandList = several('Brand', 1000).superRefine((brands, context) => {
  if (brands.length === 0) context.addIssue({ code: 'custom', message: isRequired('Brand') })
  else if (!brands.includes(allBrands) && brands.some((one) => !id.safeParse(one).success))
    context.addIssue({ code: 'custom', message: messages.brandsNotValid })
})

const requiredDay = (label: string) =>
  day(label).transform((found, context) => {
    if (found === undefined) context.addIssue({ code: 'custom', message: isRequired(label) })
    return found!
  })

const range = { startDate: requiredDay('Start date'), endDate: requiredDay('End date') }

const choices = {
  reasonCode: several('Reason code', 200),
  seller: several('Seller', 200),
  status: severalRead('Status', 50, readStatus),
  actionDate: severalRead('Last action date', 400, readDay),
}

/** What a bulk download is about: company, brands, platform, dates and filters. */
export const bulkScope = {
  company: z.uuid({ error: isNotValid('Company') }),
  brand: brandList,
  platform: findingPlatform,
  ...range,
  ...choices,
}

/** Fields that people send and the server takes from the session instead. */
export const ignoredFields = {
  email: z.string().max(320).optional(),
  username: z.string().max(200).optional(),
  numOfRecords: z.union([z.string().max(20), z.number()]).optional(),
}

/** Dates as the text "DD/MM/YYYY - DD/MM/YYYY" (G14), for callers that do not send two dates. */
export function withDateRange(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  const body = raw as Record<string, unknown>
  const named: Record<string, unknown> = { ...body }
  if (typeof body['dateRange'] === 'string' && body['startDate'] === undefined) {
    const [startDate, endDate] = body['dateRange'].split(/\s+-\s+/)
    Object.assign(named, { startDate, endDate })
  }
  if (body['companyId'] !== undefined) named['company'] = body['companyId']
  if (body['brandId'] !== undefined) named['brand'] = body['brandId']
  return named
}

/** The same as a query, where a day that is left out is today (G16). */
export const bulkQuery = { ...bulkScope, startDate: day('Start date'), endDate: day('End date') }

/** The query of the choices of one filter; `search` is part of a value. */
export const choicesQuery = z
  .object({ ...bulkQuery, search: z.string().trim().max(200).optional() })
  .refine(inOrder, notInOrder)

/** What one line of the data log says of an export besides who, when, company, model and how many. */
export const takenOut = z.object({
  /** Their names; with `allBrands` those that the company had. */
  brands: z.array(z.string()),
  allBrands: z.boolean(),
  startDate: z.string(),
  endDate: z.string(),
  /** The filters that were chosen. */
  choices: z.partialRecord(z.enum(choiceNames), z.array(z.string())),
  /** How many domains a domain data download was about. */
  domains: z.number(),
  format: z.enum(exportFormats),
  /** Names of the files. */
  files: z.array(z.string()),
  /** A finished download was downloaded once more. */
  again: z.boolean(),
})
export type TakenOut = z.output<typeof takenOut>

/** One finished file. */
export const exportFile = z.object({
  name: z.string(),
  records: z.number(),
  bytes: z.number(),
  sha256: z.string(),
})

/** What both queues say of a job. */
const queued = {
  id,
  _id: id,
  status: z.enum(exportStates),
  /** Findings written so far. */
  done: z.number(),
  numOfRecords: z.number(),
  format: z.enum(exportFormats),
  /** Why it failed, or will be tried again. */
  problem: z.string().nullable(),
  files: z.array(exportFile),
  /** Whether the files can still be downloaded. */
  isStored: z.boolean(),
  /** Whether the caller may cancel, repeat and download it. */
  isOwn: z.boolean(),
  startDate: z.string(),
  endDate: z.string(),
  username: z.string(),
}

/** A bulk download in the queue (S-111). */
export const bulkRecord = z.object({
  ...queued,
  DateCreated: z.string(),
  company: z.string(),
  brand: z.string(),
  platform: z.string(),
  dateRange: z.string(),
  /** What was chosen, to request it again. */
  chosen: z.object({
    company: id,
    brand: z.array(z.string()),
    reasonCode: z.array(z.string()),
    seller: z.array(z.string()),
    status: z.array(z.string()),
    actionDate: z.array(z.string()),
  }),
})
export type BulkRecord = z.output<typeof bulkRecord>

/** A download that repeats. */
export const scheduleRecord = z.object({
  id,
  rhythm: z.enum(exportRhythms),
  company: z.string(),
  brand: z.string(),
  platform: z.string(),
  format: z.enum(exportFormats),
  username: z.string(),
  createdAt: z.string(),
  /** The last day of the period that was requested last. */
  lastEnd: z.string().nullable(),
  /** Why nothing was requested for it. */
  problem: z.string().nullable(),
  isOwn: z.boolean(),
})
export type ScheduleRecord = z.output<typeof scheduleRecord>

/** A domain data download in the queue (S-112). */
export const domainRecord = z.object({ ...queued, createdAt: z.string(), email: z.string() })
export type DomainRecord = z.output<typeof domainRecord>

/** The list of both queues: jobs of these quick tools, or without `report` the bulk downloads (S-309). */
export const queueQuery = z.object({ ...pageParams, report: quickToolQuery.shape.report.optional() })

/** A bulk download as it is requested; also repeats it, if asked. */
export const bulkRequest = z.preprocess(
  withDateRange,
  z
    .object({
      ...bulkScope,
      ...ignoredFields,
      format: z.enum(exportFormats, 'Format is not valid').default('xlsx'),
      /** Also repeats the download, each time for the period that has just ended. */
      repeat: z.enum(exportRhythms, 'Repetition is not valid').optional(),
    })
    .refine(inOrder, notInOrder),
)

/** A job of either queue: with `report` one of a quick tool, else a bulk download (S-226). */
export const queueRequest = z.looseObject({ report: z.unknown().optional() }).transform((raw, context) => {
  const read = raw.report === undefined ? bulkRequest.safeParse(raw) : quickToolRequest.safeParse(raw)
  if (read.success) return read.data
  for (const issue of read.error.issues) context.issues.push({ ...issue, input: raw } as never)
  return z.NEVER
})
