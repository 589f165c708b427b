import { z } from 'zod'
import { mailPlatform } from '#features/notices/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { pageSchema, pageParams } from '#kit/contract/page.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { certificates } from './rules.ts'

/** The maximum number of findings in one file. */
export const maxFindings = 200

/** 'dropped' means deleted after its retention time; its head stays on record. */
export const caseFileStates = ['waiting', 'building', 'ready', 'failed', 'dropped'] as const

/** Time stamps: `at` is null as long as the authority has not answered, `problem` says why; then it is given up. */
const stamps = z.array(
  z.object({
    authority: z.string(),
    at: z.string().nullable(),
    problem: z.string().nullable(),
    tries: z.number(),
    isGivenUp: z.boolean(),
  }),
)

/** A requested case file. */
export const caseFile = z.object({
  id,
  state: z.enum(caseFileStates),
  platform: z.string(),
  /** The address of the first finding. */
  title: z.string(),
  findings: z.number(),
  /** The number of findings written so far. */
  done: z.number(),
  createdAt: z.string(),
  createdBy: z.string(),
  companies: z.array(z.string()),
  problem: z.string().nullable(),
  /** The last hash of the chain, shown as the verification code: identifies the file. Null until it is ready. */
  head: z.string().nullable(),
  zipBytes: z.number().nullable(),
  pdfBytes: z.number().nullable(),
  /** Problems with the evidence, such as a missing picture. */
  warnings: z.array(z.string()),
  /** Whether it is signed with the key of the installation; older ones are not. */
  isSigned: z.boolean(),
  stamps,
})
export type CaseFile = z.output<typeof caseFile>

/** The list of the SHA-256 of all pictures, notices and answers that were stored on a day (UTC). */
const evidenceDay = z.object({
  /** The day. */
  id: z.string(),
  /** The first day that it covers, after the day of the list before; null: everything before it. */
  from: z.string().nullable(),
  items: z.number(),
  /** Those of the items that are notices, and answers; null: older than these counts. */
  notices: z.number().nullable(),
  answers: z.number().nullable(),
  /** The SHA-256 of the list: its verification code. */
  head: z.string(),
  /** The head of the list before, as this list names it. */
  previous: z.string().nullable(),
  /** Whether that list is the one before; otherwise one is missing. */
  followsOn: z.boolean(),
  madeAt: z.string(),
  /** Whether it was signed when it was made; older ones are signed when they are downloaded. */
  isSigned: z.boolean(),
  stamps,
})
export type EvidenceDay = z.output<typeof evidenceDay>

/** A complaint to ICANN about a registrar, field by field. */
const complaint = z.object({
  title: z.string(),
  /** Why ICANN would close it as it is. */
  problems: z.array(z.string()),
  parts: z.array(z.object({ title: z.string(), fields: z.array(z.object({ label: z.string(), value: z.string() })) })),
  /** The whole complaint as plain text. */
  text: z.string(),
})
export type Complaint = z.output<typeof complaint>

const complaintParts = { platform: mailPlatform, id }

export const caseFiles = {
  complaint: endpoint({
    method: 'GET',
    path: '/case-files/complaint/{platform}/{id}',
    access: staff,
    summary:
      'What ICANN asks in a complaint about a registrar that did not act on a finding, with proof of prior notice',
    takes: z.object(complaintParts),
    answers: complaint,
  }),
  complaintPdf: endpoint({
    method: 'GET',
    path: '/case-files/complaint/{platform}/{id}/pdf',
    access: staff,
    summary: 'The same as PDF',
    takes: z.object(complaintParts),
    answers: z.unknown(),
    streams: true,
  }),
  request: endpoint({
    method: 'POST',
    path: '/case-files',
    access: staff,
    summary: `Request the case file of 1 to ${maxFindings} findings of a platform: {platform, recordIds, certificate, severalCompanies}`,
    takes: z.object({
      platform: z.string().transform((raw, context) => {
        const found = platformOf(raw)
        if (!found) context.addIssue({ code: 'custom', message: messages.platformNotValid })
        return found!
      }),
      recordIds: z
        .array(z.string().max(64))
        .min(1, messages.noFindings)
        .max(maxFindings, messages.tooMany(maxFindings)),
      /** The certificate page of the PDF, to be filled in and signed by the person who vouches. */
      certificate: z.enum(certificates, messages.certificateNotValid).default('none'),
      /** An Admin's statement that one file may show findings of several companies. */
      severalCompanies: z.boolean(messages.severalNotValid).default(false),
    }),
    answers: messageResponse.extend({ id }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/case-files',
    access: staff,
    summary: 'Requested case files, newest first; search matches addresses and verification codes',
    takes: z.object({ ...pageParams, search: z.string().trim().max(200).optional() }),
    answers: pageSchema(caseFile),
  }),
  one: endpoint({
    method: 'GET',
    path: '/case-files/{id}',
    access: staff,
    summary: 'Progress of a case file, and its verification code when it is ready',
    takes: z.object({ id }),
    answers: caseFile,
  }),
  download: endpoint({
    method: 'GET',
    path: '/case-files/{id}/download',
    access: staff,
    summary: 'The case file as ZIP, its PDF alone (part=pdf), or its signature and time stamps as of now (part=proof)',
    takes: z.object({ id, part: z.enum(['zip', 'pdf', 'proof'], messages.partNotValid).default('zip') }),
    answers: z.unknown(),
    streams: true,
  }),
  days: endpoint({
    method: 'GET',
    path: '/evidence-days',
    access: ['Admin'],
    summary: 'Daily lists of evidence with their time stamps, newest first; search is the start of a day or of a code',
    takes: z.object({ ...pageParams, search: z.string().trim().max(200).optional() }),
    answers: pageSchema(evidenceDay),
  }),
  dayDownload: endpoint({
    method: 'GET',
    path: '/evidence-days/{day}/download',
    access: ['Admin'],
    summary: 'The list of a day with its signature and its time stamps as of now, as ZIP for the verifier',
    takes: z.object({ day: z.iso.date(messages.dayNotValid) }),
    answers: z.unknown(),
    streams: true,
  }),
}

/** Builds one case file. */
export const buildCaseFile = job({ name: 'build-case-file', payload: z.object({ caseFileId: z.uuid() }), tries: 3 })

/** Nightly: deletes files past their retention time, and marks requests that will never be built as failed. */
export const maintainCaseFiles = job({
  name: 'maintain-case-files',
  payload: z.object({}),
  tries: 3,
  cron: '50 20 * * *',
})

/** Every five minutes: requests time stamps again that did not arrive. */
export const takeTimeStamps = job({ name: 'take-time-stamps', payload: z.object({}), tries: 1, cron: '*/5 * * * *' })

/** Nightly: lists the hashes of all evidence that was stored the day before, and has the list stamped. */
export const listEvidenceDay = job({ name: 'list-evidence-day', payload: z.object({}), tries: 3, cron: '20 1 * * *' })

/** The file name of a download. */
export const fileNameOf = (
  { id: caseFileId, createdAt }: { id: string; createdAt: string },
  part: 'zip' | 'pdf' | 'proof',
): string => `case-file-${createdAt.slice(0, 10)}-${caseFileId.slice(-8)}.${part === 'proof' ? 'proof.json' : part}`

/** The file name of a day's list. */
export const nameOfDay = (day: string): string => `evidence-${day}.zip`
