import { z } from 'zod'
import { readDay } from '#vocabulary/dates.ts'
import { tidyName } from '#vocabulary/names.ts'
import { isNotValid, isRequired } from './texts.ts'

// oxlint-disable-next-line no-control-regex -- control characters are rejected (G107)
const controlCharacters = /[\u0000-\u001f\u007f\uFFFE]/
// oxlint-disable-next-line no-control-regex -- as above, line breaks allowed
const controlButLines = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f\uFFFE]/

type Bounds = { min?: number; max: number; multiline?: boolean; pattern?: RegExp }

/** The message of G107 for a text that is too short, too long or has control characters; undefined if it is valid. */
function textProblem(label: string, text: string, { min = 0, max, multiline, pattern }: Bounds): string | undefined {
  // A character has at most two units; counting the characters of a megabyte would hold the thread.
  const length = text.length > 2 * max ? text.length : Array.from(text).length
  if (length === 0 && min > 0) return isRequired(label)
  if ((multiline ? controlButLines : controlCharacters).test(text) || !text.isWellFormed()) return isNotValid(label)
  if (length < min || length > max) return `${label} must be between ${min} and ${max} characters`
  return pattern && length > 0 && !pattern.test(text) ? isNotValid(label) : undefined
}

/** Whether a field was left out or sent empty. */
export const isBlank = (raw: unknown): boolean => raw === undefined || raw === null || raw === ''
const requiredError = (label: string) => (issue: { input?: unknown }) =>
  isBlank(issue.input) ? isRequired(label) : isNotValid(label)

/** A required text of a form, trimmed, with the messages of G107. Lengths are in characters. */
export function text(label: string, bounds: Bounds & { min: number }) {
  return z
    .string({ error: requiredError(label) })
    .trim()
    .superRefine((given, context) => {
      const problem = textProblem(label, given, bounds)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
}

/** The same for a name, normalised by `tidyName`, so that two unique names never look the same. */
export function nameText(label: string, bounds: Bounds & { min: number }) {
  return z.preprocess((raw) => (typeof raw === 'string' ? tidyName(raw) : raw), text(label, bounds))
}

/** An optional text; empty when missing. */
export function optionalText(label: string, bounds: Bounds) {
  return z
    .string({ error: isNotValid(label) })
    .trim()
    .superRefine((given, context) => {
      const problem = given === '' ? undefined : textProblem(label, given, { ...bounds, min: bounds.min ?? 0 })
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .nullish()
    .transform((given) => given ?? '')
}

/** A required day in any accepted format (G14), as YYYY-MM-DD, not before `from`. */
export function day(label: string, from?: string) {
  return z.string({ error: requiredError(label) }).transform((given, context) => {
    const parsed = given.length <= 40 ? readDay(given) : undefined
    const isValid = parsed !== undefined && (from === undefined || parsed >= from)
    if (!isValid)
      context.addIssue({ code: 'custom', message: given.trim() === '' ? isRequired(label) : isNotValid(label) })
    return parsed ?? ''
  })
}

/** One of the values. */
export function oneOf<const V extends readonly [string, ...string[]]>(label: string, values: V) {
  return z.enum(values, { error: requiredError(label) })
}

/** A required id of another record; also accepted as {_id} or {id}. */
export function reference(label: string) {
  return z.preprocess(idOf, z.uuid({ error: requiredError(label) }))
}

/** An optional id of another record. */
export function optionalReference(label: string) {
  return z.preprocess((raw) => idOf(raw) || undefined, z.uuid({ error: isNotValid(label) }).optional())
}

function idOf(raw: unknown): unknown {
  const one: unknown = Array.isArray(raw) ? raw[0] : raw
  if (one !== null && typeof one === 'object')
    return (one as Record<string, unknown>)['_id'] ?? (one as { id?: unknown }).id
  return one
}

/** An Indian tax number: state, PAN, a digit, Z, a check character (G107). */
export const gstPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/i
/** 7 to 15 digits, with a plus sign or without (G107). */
export const phonePattern = /^\+?\d{7,15}$/
