import { z } from 'zod'
import { day } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listParams, resultsSchema } from '#kit/contract/page.ts'
import { messageResponse, id, isNotValid, optionalBoolean, version } from '#kit/contract/texts.ts'
import {
  type AdminPlatform,
  adminPlatformValue,
  type FindingPlatform,
  findingPlatforms,
  platformValue,
} from '#vocabulary/platform-names.ts'
import {
  attachmentsNotValid,
  bodyNotValid,
  bodyTooLong,
  bodyTooManyLines,
  chooseFinding,
  emptyBody,
  selectBrand,
  selectCompany,
  selectPlatform,
  tooManyAttachments,
  unknownPlaceholder,
} from './messages.ts'
import { documentTypes } from './rules.ts'

/** The placeholders that a notice may use (G75). */
export const placeholders = [
  'brand',
  'company',
  'domain',
  'url',
  'registrar',
  'ipAddress',
  'hosting',
  'date',
  'mark',
  'markNumber',
  'harm',
  'seenAt',
  'reference',
] as const
export type Placeholder = (typeof placeholders)[number]

/** A placeholder in a line: the name between double braces, with the spaces around it, which are allowed. */
export const placeholderPattern = /\{\{([^{}\n]*)\}\}/g

/** The first pair of braces in a text whose name is not in `known`; undefined when there is none. */
export function findUnknownPlaceholder(text: string, known: readonly string[] = placeholders): string | undefined {
  const rest = text.replace(placeholderPattern, (whole, name: string) => (known.includes(name.trim()) ? '' : whole))
  return /\{\{[^{}\n]{0,40}(\}\})?/.exec(rest)?.[0]
}

/** What a configuration is filed under: any platform value of the administration. */
const subjectPlatform = z.string(selectPlatform).transform((raw, context): AdminPlatform => {
  const found = adminPlatformValue(raw.trim())
  if (!found) context.addIssue({ code: 'custom', message: raw.trim() === '' ? selectPlatform : isNotValid('Platform') })
  return found ?? z.NEVER
})

/** The platforms a notice can be about. TMCH marks are not findings. */
const platform = z.string(selectPlatform).transform((raw, context): FindingPlatform => {
  const read = platformValue(raw.trim())
  const found = findingPlatforms.find((one) => one === read)
  if (!found) context.addIssue({ code: 'custom', message: selectPlatform })
  return found ?? z.NEVER
})

const maxLines = 500
const maxCharacters = 20_000

/** Schema of the body lines of an email with the placeholders `known`; a text is split into lines. */
export const emailBodyLines = (known: readonly string[]) =>
  z
    .union([z.string(), z.array(z.string())], bodyNotValid)
    .optional()
    .transform((raw, context): string[] => {
      const lines = linesOf(raw ?? [])
      const problem = bodyProblem(lines, known)
      if (problem) context.addIssue({ code: 'custom', message: problem })
      return lines
    })

const mailBody = emailBodyLines(placeholders)

function linesOf(raw: string | readonly string[]): string[] {
  const lines = (typeof raw === 'string' ? raw : raw.join('\n')).split(/\r\n|[\n\r\u2028\u2029]/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  return lines.map((line) => line.trimEnd())
}

function bodyProblem(lines: readonly string[], known: readonly string[]): string | undefined {
  const text = lines.join('\n')
  if (text.trim() === '') return emptyBody
  if (lines.length > maxLines) return bodyTooManyLines
  if (text.length > maxCharacters) return bodyTooLong
  // A pasted text may contain tabs, but no other control characters.
  if (/\p{Cc}/u.test(text.replace(/[\t\n]/g, ''))) return bodyNotValid
  const unknownName = findUnknownPlaceholder(text, known)
  return unknownName === undefined ? undefined : unknownPlaceholder(unknownName, known)
}

/** A PDF attachment: its name, and the link or key that its upload returned. */
const attachment = z.object({
  fileName: z.string().trim().min(1).max(255),
  url: z.string().min(1).max(2048),
  /** What the document proves. Left out: as stored, or nothing. */
  type: z.enum(documentTypes, attachmentsNotValid).optional(),
  /** The last day on which it is valid; without it, without an end. */
  validUntil: z.preprocess((raw) => (raw === '' || raw === null ? undefined : raw), day('Valid until').optional()),
})
const attachments = z.array(attachment, attachmentsNotValid).max(10, tooManyAttachments).default([])

export const configuration = z.object({
  id,
  _id: id,
  company: z.object({ id, _id: id, name: z.string() }),
  brand: z.object({ id, _id: id, brandName: z.string() }),
  platform: z.string(),
  status: z.boolean(),
  attachments: z.array(
    z.object({ fileName: z.string(), url: z.string(), type: z.enum(documentTypes), validUntil: z.string().nullable() }),
  ),
  mailBody: z.array(z.string()),
  version: z.number(),
})
export type EnforcementConfiguration = z.output<typeof configuration>

const subjectFields = { company: z.uuid(selectCompany), brand: z.uuid(selectBrand) }

/** The email that would be sent for one finding. */
export const preview = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.string()),
  /** Placeholders in the email for which the finding has no value; they are left blank. */
  missing: z.array(z.enum(placeholders)),
})
export type NoticePreview = z.output<typeof preview>

const path = '/enforcement-mail-configuration'
const draft = z.object({ ...subjectFields, platform, mailBody, attachments, finding: z.uuid(chooseFinding) })

export const enforcementConfig = {
  list: endpoint({
    method: 'GET',
    path,
    access: ['Admin'],
    summary: 'Enforcement configurations, a page at a time',
    takes: z.object(listParams),
    answers: resultsSchema(configuration),
  }),
  save: endpoint({
    method: 'POST',
    path,
    access: ['Admin'],
    summary: 'Add an enforcement configuration',
    takes: z.object({
      ...subjectFields,
      platform: subjectPlatform,
      status: optionalBoolean('Status'),
      attachments,
      mailBody,
    }),
    answers: messageResponse.extend({ data: configuration }),
  }),
  edit: endpoint({
    method: 'POST',
    path: `${path}/edit`,
    access: ['Admin'],
    summary: 'Change status, attachments and email text of an enforcement configuration',
    takes: z.object({
      EnforcementConfigId: z.string(),
      version,
      /** Locked: accepted only when equal to the stored values. */
      company: z.string().optional(),
      brand: z.string().optional(),
      platform: z.string().optional(),
      status: optionalBoolean('Status'),
      attachments: attachments.optional(),
      mailBody,
    }),
    answers: messageResponse.extend({ data: configuration }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    access: ['Admin'],
    summary: 'Delete an enforcement configuration',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  preview: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    access: ['Admin'],
    summary: 'Preview the email for one finding',
    takes: draft,
    answers: preview,
  }),
  sendTest: endpoint({
    method: 'POST',
    path: `${path}/test-email`,
    access: ['Admin'],
    summary: 'Send that email to oneself as a test',
    takes: draft,
    answers: messageResponse,
  }),
}
