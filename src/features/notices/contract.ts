import { z } from 'zod'
import { placeholders } from '#features/enforcement-config/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { largestPage } from '#kit/contract/page.ts'
import { id, isNotValid } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { harmKinds } from '#vocabulary/harm-names.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { deskKinds, desks, lacks, procedures } from './rules.ts'

/** One missing item of notices, and how many of the records it applies to. */
export const missing = z.object({
  lack: z.enum(lacks),
  message: z.string(),
  records: z.number(),
  /** No reason overrides it. */
  isFinal: z.boolean(),
})
export type Missing = z.output<typeof missing>

const ids = z
  .array(z.uuid(isNotValid('Record ids')))
  .min(1, isNotValid('Record ids'))
  .max(largestPage, isNotValid('Record ids'))

/** A platform whose abuse desks accept email. */
export const mailPlatform = z.string().transform((raw, context) => {
  const found = platformOf(raw)
  if (!found?.abilities.includes('mail')) context.addIssue({ code: 'custom', message: messages.platformNotValid })
  return found!
})
const shortText = z
  .string()
  .max(255)
  .nullish()
  .transform((given) => given?.trim() || null)

/** What would be sent about a finding to a recipient, and what the check before sending says. */
const noticePreview = z.object({
  recipient: z.string(),
  /** Whose desk the recipient is, by registrations and abuse contacts. */
  desk: z.enum(desks),
  /** Where the address comes from: a registry, the list of well-known desks, a person before, or only typed. */
  recipientSource: z.object({
    name: z.string(),
    from: z.enum(['seeded', 'entered', 'registry', 'typed']),
    at: z.string().nullable(),
  }),
  harm: z.enum(harmKinds),
  harmName: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The picture is a signed link; for a frame without scripts. */
  html: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), mediaType: z.string(), url: z.string().nullable() })),
  /** The machine-readable report; a mark stands for the bytes of the picture. */
  xarf: z.string().nullable(),
  gate: z.object({ missing: z.array(missing), mayOverride: z.boolean() }),
  /** Placeholders of the configured text that have no value. */
  blank: z.array(z.enum(placeholders)),
})
export type NoticePreview = z.output<typeof noticePreview>

/** The answers that a complaint about a domain name asks; a blank value is not known. */
const filingSheet = z.object({
  procedure: z.enum(procedures),
  /** All proceedings that cover the name. */
  open: z.array(z.enum(procedures)),
  title: z.string(),
  parts: z.array(z.object({ title: z.string(), fields: z.array(z.object({ label: z.string(), value: z.string() })) })),
  /** The whole sheet as plain text. */
  text: z.string(),
})
export type FilingSheet = z.output<typeof filingSheet>

/** A desk's web form filled in: what to copy, and the picture and documents by signed links. */
export const filledForm = z.object({
  desk: z.object({ kind: z.enum(deskKinds), name: z.string().nullable(), form: z.string() }),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  files: z.array(z.object({ fileName: z.string(), url: z.string() })),
  /** Of a counterfeit: the found and the genuine article, to compare; empty where there is no genuine one. */
  pictures: z.array(z.object({ caption: z.string(), url: z.string() })),
})

export const notices = {
  filingSheet: endpoint({
    method: 'GET',
    path: '/enforcement/filing-sheet/{platform}/{id}',
    access: staff,
    summary:
      'The answers that a complaint about the domain name of a finding asks (UDRP, URS, INDRP), from its stored evidence',
    takes: z.object({
      platform: mailPlatform,
      id,
      /** Without it, the first that covers the name. */
      procedure: z.enum(procedures, isNotValid('Procedure')).optional(),
    }),
    answers: filingSheet,
    ownTransactions: true,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/enforcement/notice-preview',
    access: staff,
    summary: 'The email that would be sent about a finding to a recipient, and what it lacks; nothing is sent',
    takes: z.object({
      platform: mailPlatform,
      id,
      abusiveEmailId: z.string().trim().max(254).default(''),
      registrar: shortText,
      ipAddress: shortText,
      hosting: shortText,
    }),
    answers: noticePreview,
    ownTransactions: true,
  }),
  check: endpoint({
    method: 'POST',
    path: '/enforcement/notice-check',
    access: staff,
    summary: 'What notices about these findings still lack before they may be sent: {platform, recordIds}',
    takes: z.object({
      platform: mailPlatform,
      recordIds: ids,
    }),
    answers: z.object({ data: z.array(missing), total: z.number(), mayOverride: z.boolean() }),
    bodyLimit: 4 * 1024 * 1024,
    ownTransactions: true,
  }),
}
