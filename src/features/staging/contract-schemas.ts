import { z } from 'zod'
import { reference } from '#kit/contract/bounds.ts'
import { id, isRequired } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { messages } from './messages.ts'
import { charactersPerCell } from './rules.ts'

const platform = z
  .string({ error: (issue) => (issue.input ? messages.platformNotValid : isRequired('Platform')) })
  .max(40, messages.platformNotValid)
  .transform((raw, context) => {
    const found = platformOf(raw)
    if (!found)
      context.addIssue({ code: 'custom', message: raw.trim() ? messages.platformNotValid : isRequired('Platform') })
    return found!
  })

/** `company` is the company's id, or the brand's, as old callers send it (G79). */
export const draftScope = { company: reference('Company'), brand: reference('Brand'), platform }

const cell = z.union([z.string().max(charactersPerCell), z.number(), z.boolean()]).nullable()
/** The cells of a row by column name; those that are no staging column are ignored. */
export const cells = z.record(z.string().max(60), cell, { error: messages.dataNotValid })

/** The version of a row as it was read: a row that somebody else saved since is not overwritten. */
export const rowVersion = z.int32().min(1).optional()

const person = { savedBy: z.string(), savedById: id, savedAt: z.string() }

/** A saved row (S-109, S-110, S-307). `sn` is its number, the same for everybody. */
export const draftItem = z.object({
  _id: id,
  id,
  fileId: id,
  sn: z.number(),
  version: z.number(),
  /** Present and true for a row that was removed; it has no data then. */
  removed: z.literal(true).optional(),
  ...person,
  data: z.looseObject({}),
})
export type DraftItem = z.output<typeof draftItem>

/** A draft in the list (S-109). */
export const draft = z.object({
  _id: id,
  id,
  fileName: z.string(),
  rows: z.number(),
  createdBy: z.string(),
  createdById: id,
  createdAt: z.string(),
  savedBy: z.string().nullable(),
  savedAt: z.string().nullable(),
  /** Why an Admin sent it back. */
  remark: z.string().nullable(),
  remarkBy: z.string().nullable(),
  remarkAt: z.string().nullable(),
  submittedBy: z.string().nullable(),
  submittedById: id.nullable(),
  submittedAt: z.string().nullable(),
  /** Lists the findings that a submitted draft became, as `saved` of fetch-data-for-enforcement. */
  batch: id.nullable(),
})
export type Draft = z.output<typeof draft>

/** An open draft in the list of all brands. */
export const openDraft = draft.extend({
  companyId: id,
  companyName: z.string(),
  brandId: id,
  brandName: z.string(),
  platform: z.string(),
})
export type OpenDraft = z.output<typeof openDraft>
