import { z } from 'zod'
import { id, isNotValid } from '#kit/contract/texts.ts'
import { readDay } from '#vocabulary/dates.ts'
import { signInEventKinds } from './rules.ts'

/** The secret of an authenticator app that is being set up. */
export const enrolment = z.object({
  /** For typing, in base32. */
  secret: z.string(),
  /** What the QR code says: otpauth://totp/… */
  uri: z.string(),
})
/** Recovery codes, shown once. */
export const recoveryCodes = z.array(z.string())

/** One row of the sign-in log. */
export const signInEvent = z.object({
  id,
  at: z.string(),
  kind: z.enum(signInEventKinds),
  /** null: the name that was typed belongs to nobody. */
  user: z.object({ id, username: z.string(), name: z.string() }).nullable(),
  /** The Admin who did it, where it was not the person. */
  by: z.string().nullable(),
  address: z.string(),
  device: z.string(),
  detail: z.string(),
})
export type SignInEvent = z.output<typeof signInEvent>

/** A day that limits a list; empty: no limit. */
export const dayFilter = (label: string) =>
  z
    .string()
    .max(40)
    .optional()
    .transform((text, context) => {
      const day = text ? readDay(text) : undefined
      if (text && !day) context.addIssue({ code: 'custom', message: isNotValid(label) })
      return day
    })
