import { z } from 'zod'
import { desk } from '#features/contacts/contract.ts'
import { preview as notice } from '#features/enforcement-config/contract.ts'
import { overrideReason } from '#features/findings/contract-schemas.ts'
import { missing } from '#features/notices/contract.ts'
import { deskKinds, lacks } from '#features/notices/rules.ts'
import { answer } from '#features/replies/contract.ts'
import { optionalText as boundedText } from '#kit/contract/bounds.ts'
import { largestPage } from '#kit/contract/page.ts'
import { id, isNotValid } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { harmKinds } from '#vocabulary/harm-names.ts'
import { messages } from './messages.ts'
import { hostFields, largestList } from './rules.ts'

/** One enforcement record of a finding (S-107), with the delivery of its email where one was sent. */
export const enforcementRecord = z.object({
  id,
  _id: id,
  registrar: z.string().nullable(),
  ipAddress: z.string().nullable(),
  hosting: z.string().nullable(),
  actionTaken: z.string(),
  /** YYYY-MM-DD. */
  date: z.string(),
  infrigementStatus: z.string(),
  abuseEmailId: z.string().nullable(),
  /** Of a notice: whose desk got it, by email or through its form, and the number that the form gave the report. */
  deskKind: z.enum(deskKinds).nullable(),
  deskName: z.string().nullable(),
  form: z.string().nullable(),
  ticket: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  /** 'waiting' is queued; 'unknown' may have been delivered or not, and is never sent again automatically. */
  mail: z
    .object({
      state: z.enum(['waiting', 'sent', 'failed', 'unknown']),
      reason: z.string().nullable(),
      at: z.string().nullable(),
    })
    .nullable(),
  /** Sent although incomplete: the reason, and what was missing. */
  override: z.object({ reason: z.string(), missing: z.array(z.string()) }).nullable(),
  /** Bounces and replies to its notice, oldest first. */
  answers: z.array(answer),
})
export type EnforcementRecord = z.output<typeof enforcementRecord>

/** What a desk did about its notices of one kind of harm, action taken and text. */
export const deskScore = z.object({
  harm: z.enum(harmKinds),
  actionTaken: z.string(),
  /** The text of these notices: whose, its number among the texts of its configuration, and since when. Null: not kept. */
  text: z.object({ brand: z.string(), platform: z.string(), number: z.number(), since: z.string() }).nullable(),
  sent: z.number(),
  bounced: z.number(),
  /** By a person. */
  answered: z.number(),
  /** Found unreachable within so many days after the notice. */
  down1: z.number(),
  down7: z.number(),
  down30: z.number(),
  down: z.number(),
  countedAt: z.string(),
})
export type DeskScore = z.output<typeof deskScore>

/** A finding about which a notice is planned. */
export const plannedFinding = z.object({
  id,
  address: z.string(),
  status: z.string(),
  isApproved: z.boolean(),
  /** Sentences about values that contradict what the registry answered. */
  mismatches: z.array(z.string()),
  /** Its desks that take reports through a web form. */
  forms: z.array(desk),
})

/** A finding whose notice cannot go as it is. */
export const withheldFinding = z.object({
  id,
  /** Empty values of its record that must be entered; a registrar only where the notice does not go to a host. */
  fields: z.array(z.enum(hostFields)),
  /** What its notice to the desk of the group lacks. */
  lacking: z.array(z.enum(lacks)),
  /** That is so to any desk: another address does not help. */
  isForAll: z.boolean(),
  /** Its company requires approval before enforcement, and it has none. */
  isRefused: z.boolean(),
})
export type WithheldFinding = z.output<typeof withheldFinding>

/** Findings whose notices have one recipient. */
export const sendGroup = z.object({
  /** The desk to ask first; null when none is known. */
  desk: desk.nullable(),
  /** What the desk did before, by kind of harm, action and text; empty when it got no notice yet. */
  scores: z.array(deskScore),
  /** The other desks of these findings. */
  others: z.array(desk),
  recordIds: z.array(id),
  /** The first of them. */
  findings: z.array(plannedFinding),
  /** Common values; empty where the findings differ or none is known: each record gets its finding's own. */
  registrar: z.string(),
  ipAddress: z.string(),
  hosting: z.string(),
  mismatched: z.number(),
  unapproved: z.number(),
  /** Of those, the ones whose company requires approval before enforcement. */
  refused: z.number(),
  /** Records that lack a registrar, or an address and host, which must be entered for a notice to this desk. */
  incomplete: z.number(),
  /** What their notices to this desk lack. */
  lacking: z.array(missing),
  /** Those of its findings whose notices cannot go as they are. */
  withheld: z.array(withheldFinding),
  /** The desk takes lists: up to so many findings in one email. Null: one email for each. */
  perEmail: z.number().nullable(),
  /** What is not demanded of any of them: a registrar under a platform's suffix; address and host where no name resolves. */
  mayOmit: z.object({ registrar: z.boolean(), host: z.boolean() }),
})
export type SendGroup = z.output<typeof sendGroup>

/** Whose address a typed one is; without it that is judged by what is known of the address. */
export const typedDeskKind = z.enum(['registrar', 'host'], isNotValid('Desk kind')).optional()

/** The notices of one recipient, as they are sent. */
const groupToSend = z.object({
  recordIds: z.array(id).min(1).max(largestPage),
  abusiveEmailId: z.string().max(1000),
  deskKind: typedDeskKind,
  registrar: z.string().max(1000).default(''),
  ipAddress: z.string().max(1000).default(''),
  hosting: z.string().max(1000).default(''),
  /** Up to so many findings of one brand and kind of harm go into one email; without it each has its own. */
  perEmail: z.int().min(2).max(largestList).optional(),
})

/** The notices of up to 1,000 recipients, together at most one large page of findings. */
export const groupsToSend = z
  .array(groupToSend)
  .min(1)
  .max(1000)
  .refine((groups) => groups.reduce((sum, one) => sum + one.recordIds.length, 0) <= largestPage, {
    message: isNotValid('Record ids'),
  })

/** The fields of an enforcement as they are sent; server/read-fields.ts validates them and reports all errors. */
export const rawField = z.union([z.string(), z.number()]).nullish()
export const factParts = {
  registrar: rawField,
  ipAddress: rawField,
  hosting: rawField,
  actionTaken: rawField,
  date: rawField,
  infrigementStatus: rawField,
}

/** The selected records of a bulk call, as ids or as objects with an id. */
export const recordIds = z
  .array(z.union([z.string().max(64), z.object({ id: z.string().max(64) }).transform((one) => one.id)]))
  .min(2, messages.twoOrMore)
  .max(largestPage, isNotValid('Record ids'))

export const platform = z.string().transform((raw, context) => {
  const found = platformOf(raw)
  if (!found) context.addIssue({ code: 'custom', message: messages.platformNotValid })
  return found!
})

/** A platform whose desks take reports through web forms. */
export const formPlatform = platform.refine((one) => one?.abilities.includes('form'), messages.platformNotValid)

/** A report through a desk's web form; values left empty are those of the finding. */
export const formParts = {
  platform: formPlatform,
  id,
  /** The address of the form. */
  form: z.string().max(2048),
  registrar: rawField,
  ipAddress: rawField,
  hosting: rawField,
  date: rawField,
  overrideReason,
}

/** The same, as it is recorded. */
export const recordedFormParts = { ...formParts, ticket: boundedText('Ticket', { max: 100 }) }

/** A notice before it is sent: the email, its record and what will happen. */
export const sendPreview = notice.extend({
  /** The record that is stored with it. */
  record: z.object({
    registrar: z.string().nullable(),
    ipAddress: z.string().nullable(),
    hosting: z.string().nullable(),
    actionTaken: z.string(),
    date: z.string(),
  }),
  /** Where the address comes from; null when nobody but the sender knows it. */
  source: z.string().nullable(),
  /** Of a desk that takes no email about this harm. */
  formInstead: z.object({ name: z.string(), form: z.string() }).nullable(),
  status: z.object({ from: z.string(), to: z.string() }),
  isApproved: z.boolean(),
  /** A sentence, if it was approved as another kind of harm than it is reported. */
  approvedOtherwise: z.string().nullable(),
  /** Its company requires approval before enforcement. */
  isApprovalRequired: z.boolean(),
  mayOverride: z.boolean(),
  /** What the notice lacks, and whether the reason of an Admin lets it go. */
  gate: z.object({ missing: z.array(missing), mayOverride: z.boolean() }),
  recallSeconds: z.number(),
})
