import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { pageAnswer, pageParts } from '#kit/contract/page.ts'
import { done, id } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'

/** The most findings of one file. */
export const mostFindings = 200

/** Waiting and building pass by themselves; of a dropped one the head is left. */
export const caseFileStates = ['waiting', 'building', 'ready', 'failed', 'dropped'] as const

/** A file that was asked for. */
export const caseFile = z.object({
  id,
  state: z.enum(caseFileStates),
  platform: z.string(),
  /** The first finding's address. */
  title: z.string(),
  findings: z.number(),
  /** Findings that are written so far. */
  done: z.number(),
  createdAt: z.string(),
  createdBy: z.string(),
  companies: z.array(z.string()),
  problem: z.string().nullable(),
  /** The last link of the chain: by it the house knows the file again. */
  head: z.string().nullable(),
  zipBytes: z.number().nullable(),
  pdfBytes: z.number().nullable(),
  /** What does not fit in the evidence. */
  warnings: z.array(z.string()),
})
export type CaseFile = z.output<typeof caseFile>

export const caseFiles = {
  ask: endpoint({
    method: 'POST',
    path: '/case-files',
    access: staff,
    summary: `Have the case file of 1 to ${mostFindings} findings of a platform made: {platform, recordIds}`,
    takes: z.object({
      platform: z.string().transform((raw, context) => {
        const found = platformOf(raw)
        if (!found) context.addIssue({ code: 'custom', message: messages.platformNotValid })
        return found!
      }),
      recordIds: z
        .array(z.string().max(64))
        .min(1, messages.noFindings)
        .max(mostFindings, messages.tooMany(mostFindings)),
    }),
    answers: done.extend({ id }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/case-files',
    access: staff,
    summary: 'Case files that were asked for, newest first; search finds addresses and heads',
    takes: z.object({ ...pageParts, search: z.string().trim().max(200).optional() }),
    answers: pageAnswer(caseFile),
  }),
  one: endpoint({
    method: 'GET',
    path: '/case-files/{id}',
    access: staff,
    summary: 'How far a case file is, and its head when it is made',
    takes: z.object({ id }),
    answers: caseFile,
  }),
  download: endpoint({
    method: 'GET',
    path: '/case-files/{id}/download',
    access: staff,
    summary: 'The case file as ZIP, or its PDF alone (part=pdf)',
    takes: z.object({ id, part: z.enum(['zip', 'pdf'], messages.partNotValid).default('zip') }),
    answers: z.unknown(),
    streams: true,
  }),
}

/** Makes one file. */
export const buildCaseFile = job({ name: 'build-case-file', payload: z.object({ caseFileId: z.uuid() }), tries: 3 })

/** Every night: files past their days leave the store, and what will never be made says so. */
export const tendCaseFiles = job({ name: 'tend-case-files', payload: z.object({}), tries: 3, cron: '50 20 * * *' })

/** What a downloaded file is called. */
export const fileNameOf = ({ id: of, createdAt }: { id: string; createdAt: string }, part: 'zip' | 'pdf'): string =>
  `case-file-${createdAt.slice(0, 10)}-${of.slice(-8)}.${part}`
