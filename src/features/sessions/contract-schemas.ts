import { z } from 'zod'
import { id, isNotValid } from '#kit/contract/texts.ts'
import { readDay } from '#vocabulary/dates.ts'
import { roles } from '#vocabulary/roles.ts'
import { signInEventKinds } from './rules.ts'

/** The signed-in user (C-143). Before the one-time code only the first four and the limited token are there (G21). */
export const user = z.object({
  id,
  twoFactorAuth: z.boolean(),
  isVerified: z.boolean(),
  /** Before the code, where it is not one by email: it comes from the authenticator app, or that must be set up first. */
  secondStep: z.enum(['app', 'set-up']).optional(),
  maskEmailId: z.string(),
  jwtToken: z.string(),
  _id: id.optional(),
  role: z.enum(roles).optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  username: z.string().optional(),
  avatar: z.string().optional(),
  seen: z.boolean().optional(),
  isGoogleAuth: z.union([z.literal(0), z.literal(1)]).optional(),
  brandDetails: z
    .array(
      z.object({
        id,
        brandName: z.string(),
        company: id,
        status: z.boolean(),
        platform: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  companyDetails: z.array(z.object({ _id: id, id, name: z.string() })).optional(),
})
export type User = z.output<typeof user>

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
