import { z } from 'zod'
import { placeholders } from '#features/enforcement-config/contract.ts'
import { day, optionalText } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { largestPage } from '#kit/contract/page.ts'
import { id, isNotValid, messageResponse } from '#kit/contract/texts.ts'
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
/** A platform about whose findings notices are sent, by email or through forms. */
const noticePlatform = z.string().transform((raw, context) => {
  const found = platformOf(raw)
  if (!found || !(['mail', 'form'] as const).some((ability) => found.abilities.includes(ability)))
    context.addIssue({ code: 'custom', message: messages.platformNotValid })
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
  /** Where the address comes from: a registry, the list of known desks, a person before, or only typed. */
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

/** An email, text message or picture of one that led people to a page. */
const phishingMessage = z.object({
  id,
  kind: z.enum(['email', 'text', 'picture']),
  sender: z.string(),
  subject: z.string(),
  /** Of an email; YYYY-MM-DD of others. */
  sentAt: z.string().nullable(),
  receivedOn: z.string().nullable(),
  /** Links for the caller: the copy that notices have, and what was given, which does not leave. */
  copy: z.string(),
  original: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
})
export type PhishingMessage = z.output<typeof phishingMessage>

const messageList = z.array(phishingMessage)
/** 4 MB as Base64. */
const largestContent = 5_600_000

const newMessage = z
  .object({
    platform: mailPlatform,
    id,
    /** An email (.eml) or a picture, as Base64. */
    file: z
      .object({
        name: z.string().max(255, isNotValid('File')),
        content: z.base64(isNotValid('File')).max(largestContent, messages.message.fileTooLarge),
      })
      .optional(),
    /** What was pasted instead, and who sent it where the text does not say so. */
    text: z.string(isNotValid('Text')).max(200_000, messages.message.textTooLong).default(''),
    sender: optionalText('Sender', { max: 200 }),
    receivedOn: day('Received on', '2000-01-01').optional(),
  })
  .refine(({ file, text }) => (file === undefined) !== (text.trim() === ''), {
    path: ['text'],
    message: messages.message.required,
  })

export const notices = {
  proofs: endpoint({
    method: 'GET',
    path: '/enforcement/proofs/{platform}/{id}',
    access: staff,
    summary: 'Genuine articles and test purchases that notices about a counterfeit can state, and which were chosen',
    takes: z.object({ platform: noticePlatform, id }),
    answers: z.object({
      articles: z.array(z.object({ id, label: z.string(), picture: z.string() })),
      purchases: z.array(z.object({ id, text: z.string() })),
      /** Null: chosen by itself. */
      articleId: id.nullable(),
      purchaseId: id.nullable(),
    }),
  }),
  chooseProofs: endpoint({
    method: 'PUT',
    path: '/enforcement/proofs/{platform}/{id}',
    access: staff,
    summary:
      'Choose the genuine article and the test purchase of a counterfeit: {articleId, purchaseId}, null for none',
    takes: z.object({ platform: noticePlatform, id, articleId: id.nullable(), purchaseId: id.nullable() }),
    answers: messageResponse,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/enforcement/phishing-messages/{platform}/{id}',
    access: staff,
    summary: 'The emails and text messages that led people to the page of a finding, oldest first',
    takes: z.object({ platform: mailPlatform, id }),
    answers: z.object({ data: messageList, isUsed: z.boolean() }),
  }),
  addMessage: endpoint({
    method: 'POST',
    path: '/enforcement/phishing-messages/{platform}/{id}',
    access: staff,
    summary: 'Add such a message: {file: {name, content}} (.eml or a picture, Base64) or {text, sender}, {receivedOn}',
    takes: newMessage,
    answers: messageResponse.extend({ data: messageList }),
    bodyLimit: 6 * 1024 * 1024,
  }),
  removeMessage: endpoint({
    method: 'DELETE',
    path: '/enforcement/phishing-messages/{platform}/{id}/{messageId}',
    access: staff,
    summary: 'Remove such a message; notices that were sent have it still',
    takes: z.object({ platform: mailPlatform, id, messageId: id }),
    answers: messageResponse.extend({ data: messageList }),
  }),
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
