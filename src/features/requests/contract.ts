import { z } from 'zod'
import { optionalText, reference, text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { flag, messageResponse, id, isNotValid, optionalId } from '#kit/contract/texts.ts'
import { listParams, pageSchema } from '#kit/contract/page.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { staff } from '#vocabulary/roles.ts'
import { inLine, labels, missing, tooManyLines } from './messages.ts'

/** Most lines of one submission. */
export const linesPerRequest = 5_000
/** Bytes: 5,000 lines of about 800; the longest address has 2,048 characters. */
const bodyLimit = 4 * 1024 * 1024

/** The states of a request (G62). */
export const requestStatuses = ['Open', 'Taken', 'Done', 'Declined'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** Emails a client's submission to staff, once. */
export const mailSubmission = job({
  name: 'mail-client-requests',
  payload: z.object({ submissionId: z.uuid() }),
  tries: 3,
})

const address = text(labels.domain, { min: 1, max: 2048 })
const remarks = optionalText(labels.remarks, { max: 1000, multiline: true })
const shortText = z.string().max(200).nullish()

/** `number` is what an error calls the line. */
export type Line = { number: number; id: string | undefined; brand: string; domain: string; remarks: string }

/** The number of a line in the text that it was pasted from, where blank lines count too. */
const lineNumber = z.int().positive().max(1_000_000).nullish()

/** The lines of a call; blank ones are dropped (C-244). The error names the first invalid line by its number. */
const lines = z
  .array(
    z.looseObject({
      id: shortText,
      line: lineNumber,
      brand: shortText,
      domain: z.unknown().optional(),
      remarks: z.unknown().optional(),
    }),
  )
  .transform((given, context): Line[] => {
    const read: Line[] = []
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (given.length > linesPerRequest) return refuse(tooManyLines(linesPerRequest))
    for (const [index, line] of given.entries()) {
      if (typeof (line.domain ?? '') === 'string' && String(line.domain ?? '').trim() === '') continue
      const number = line.line ?? index + 1
      const domain = address.safeParse(line.domain)
      const more = remarks.safeParse(line.remarks)
      const problem = (domain.error ?? more.error)?.issues[0]
      if (problem) return refuse(inLine(number, problem.message))
      read.push({
        number,
        id: line.id || undefined,
        brand: line.brand ?? '',
        domain: domain.data!,
        remarks: more.data!,
      })
    }
    return read.length === 0 ? refuse(missing.lines) : read
  })

const scope = {
  company: reference(labels.company),
  brand: reference(labels.brand),
  platform: z.string({ error: isNotValid(labels.platform) }).transform((spelling, context) => {
    const platform = platformOf(spelling)
    if (platform) return platform
    context.addIssue({ code: 'custom', message: isNotValid(labels.platform) })
    return z.NEVER
  }),
}

const optionalWords = z.string().nullable().optional()

/** The fields that platforms show of an existing record, with their labels: those of the columns. */
export const existingRecordFields: ReadonlyMap<string, string> = new Map(
  platforms.flatMap(({ shownInRequests, columns }) =>
    Object.entries(shownInRequests).map(([field, name]) => [field, columns[name]!.label]),
  ),
)

/** A checked line: its flags and, when the record already exists, the stored fields (C-159, C-160). */
export const checkedLine = z.object({
  id: z.string(),
  brand: z.string(),
  domain: z.string(),
  remarks: z.string(),
  /** The brand already has a finding with this address. */
  isExists: z.boolean(),
  /** An earlier line has the same address, or a request for it is still waiting (`requestedAt` is when it was made). */
  isDuplicate: z.boolean(),
  requestedAt: z.string().optional(),
  ...(Object.fromEntries([...existingRecordFields.keys()].map((field) => [field, optionalWords])) as object),
  reportingDate: optionalWords,
  priority: optionalWords,
  status: optionalWords,
})
export type CheckedLine = z.output<typeof checkedLine>

const namedReference = z.object({ id, _id: id, name: z.string() })

/** A request as the client's company sees it. */
export const ownRequest = z.object({
  id,
  _id: id,
  company: namedReference,
  brand: z.object({ id, _id: id, brandName: z.string() }),
  platform: z.string(),
  domain: z.string(),
  remarks: z.string(),
  status: z.enum(requestStatuses),
  answer: z.string(),
  requestedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  finding: id.nullable(),
})
export type OwnRequest = z.output<typeof ownRequest>

/** A request as staff see it: with the person who took it. */
export const clientRequest = ownRequest.extend({ owner: namedReference.nullable() })
export type ClientRequest = z.output<typeof clientRequest>

const statusFilter = z.enum(requestStatuses).or(z.literal('').transform(() => undefined))

export const requests = {
  check: endpoint({
    method: 'POST',
    path: '/client-request/uploadMultipleDomain',
    access: ['Client'],
    summary: 'Flag lines that are duplicates or existing records; stores nothing',
    takes: z.object({ ...scope, domainUrls: lines }),
    answers: z.object({ domainUrls: z.array(checkedLine) }),
    bodyLimit,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/client-request',
    access: ['Client'],
    summary: 'Submit lines to staff, all or nothing (409 returns domainUrls with their flags)',
    takes: z.object({ ...scope, rows: lines }),
    answers: messageResponse,
    bodyLimit,
  }),
  own: endpoint({
    method: 'GET',
    path: '/client-request',
    access: ['Client'],
    summary: "Requests of the caller's companies with their status, newest first",
    takes: z.object({ ...listParams, company: optionalId, brand: optionalId, status: statusFilter.optional() }),
    answers: pageSchema(ownRequest),
  }),
  list: endpoint({
    method: 'GET',
    path: '/client-requests',
    access: staff,
    summary: 'All requests, newest first',
    takes: z.object({
      ...listParams,
      company: optionalId,
      brand: optionalId,
      platform: z.string().max(40).optional(),
      status: statusFilter.optional(),
      /** Only requests the caller has taken. */
      mine: flag,
      /** Only requests with these ids, comma-joined. */
      ids: z
        .string()
        .max(100 * 37)
        .optional()
        .transform((raw) => raw?.split(',').filter((one) => z.uuid().safeParse(one).success)),
    }),
    answers: pageSchema(clientRequest),
  }),
  take: endpoint({
    method: 'POST',
    path: '/client-requests/take',
    access: staff,
    summary: 'Take open requests; each goes to one person (409 names who was first)',
    takes: z.object({
      ids: z
        .array(z.uuid(), { error: isNotValid(labels.ids) })
        .min(1)
        .max(100),
    }),
    answers: messageResponse.extend({ taken: z.array(id) }),
  }),
  release: endpoint({
    method: 'POST',
    path: '/client-requests/{id}/release',
    access: staff,
    summary: 'Reopen a taken or declined request',
    takes: z.object({ id: z.string() }),
    answers: messageResponse,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/client-requests/{id}/decline',
    access: staff,
    summary: 'Decline a request; the client sees the reason',
    takes: z.object({ id: z.string(), answer: text(labels.answer, { min: 1, max: 500, multiline: true }) }),
    answers: messageResponse,
  }),
}
