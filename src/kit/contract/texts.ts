import { z } from 'zod'
import { readDay } from '#vocabulary/dates.ts'

/** The sentence for a bound that failed (G107). Labels are the words on the form. */
export const isRequired = (label: string) => `${label} is required`
export const isNotValid = (label: string) => `${label} is not valid`

/** A yes or no in a body, also as 0 or 1; undefined when it is not given. */
export const zeroOrOne = z
  .union([z.boolean(), z.literal([0, 1, '0', '1'])])
  .nullish()
  .transform((raw) => (raw === undefined || raw === null ? undefined : raw === true || Number(raw) === 1))

/** Every record's id (G8): a UUID in its text form. */
export const id = z.uuid()
/** What a call that only did something answers. */
export const done = z.object({ message: z.string() })
/** Booleans in a query string. */
export const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((raw) => (raw === undefined || raw === '' ? undefined : raw === true || raw === 'true' || raw === '1'))
/** An optional id in a query, where the empty text means 'All' (G17). */
export const optionalId = z.preprocess(
  (raw) => (raw === '' || raw === null || raw === 'null' ? undefined : raw),
  z.uuid().optional(),
)
/** The version of a record that is being edited; without one the last to save wins. */
export const version = z.int32().min(1).optional()

/** An instant in UTC with microseconds, as answers give it back to be asked with; PostgreSQL knows no year 0. */
export const instant = (error: string) =>
  z.iso.datetime({ precision: 6, error }).refine((at) => at >= '1000', { error })

/** A day in any accepted spelling (G14), as YYYY-MM-DD; empty counts as absent. */
export const day = (label: string) =>
  z
    .string()
    .optional()
    .transform((raw, context) => {
      if (raw === undefined || raw.trim() === '') return undefined
      const read = readDay(raw)
      if (read === undefined) context.addIssue({ code: 'custom', message: `${label} is not valid` })
      return read
    })
