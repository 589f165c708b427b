import { z } from 'zod'
import { readDay } from '#vocabulary/dates.ts'

/** Messages of failed validations (G107). Labels are those on the form. */
export const isRequired = (label: string) => `${label} is required`
export const isNotValid = (label: string) => `${label} is not valid`

/** A boolean in a body, also as 0 or 1; undefined if it is missing. */
export const zeroOrOne = z
  .union([z.boolean(), z.literal([0, 1, '0', '1'])])
  .nullish()
  .transform((raw) => (raw === undefined || raw === null ? undefined : raw === true || Number(raw) === 1))

/** Every record's id (G8): a UUID in its text form. */
export const id = z.uuid()
/** The response of a call that returns only a message. */
export const messageResponse = z.object({ message: z.string() })
/** Booleans in a query string. */
export const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((raw) => (raw === undefined || raw === '' ? undefined : raw === true || raw === 'true' || raw === '1'))
/** An optional boolean of a form; what is none is refused. */
export const optionalBoolean = (label: string) =>
  z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])], { error: isNotValid(label) })
    .optional()
    .transform((raw) => (raw === undefined || raw === '' ? undefined : raw === true || raw === 'true' || raw === '1'))
/** An optional id in a query, where the empty text means 'All' (G17). */
export const optionalId = z.preprocess(
  (raw) => (raw === '' || raw === null || raw === 'null' ? undefined : raw),
  z.uuid().optional(),
)
/** The version of the record being edited; without it the last save wins. */
export const version = z.int32().min(1).optional()

/** An instant in UTC with microseconds, as returned by a previous response; PostgreSQL has no year 0. */
export const instant = (error: string) =>
  z.iso.datetime({ precision: 6, error }).refine((at) => at >= '1000', { error })

/** An optional day in any accepted format (G14), as YYYY-MM-DD; empty counts as absent. */
export const day = (label: string) =>
  z
    .string()
    .optional()
    .transform((raw, context) => {
      if (raw === undefined || raw.trim() === '') return undefined
      const parsed = readDay(raw)
      if (parsed === undefined) context.addIssue({ code: 'custom', message: `${label} is not valid` })
      return parsed
    })
