import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'
import { roles } from '#vocabulary/roles.ts'
import { paths } from './paths.ts'

/** The signed-in user (C-143). Before the one-time code only the first four and the limited token are there (G21). */
export const user = z.object({
  id,
  twoFactorAuth: z.boolean(),
  isVerified: z.boolean(),
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

const secret = z.string().max(1000)
/** A token as it was sent. Anything malformed becomes the empty token, which is refused like any unknown one. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,1000}$/)
  .catch('')

const tokenState = z.object({ status: z.boolean(), purpose: z.enum(['session', 'reset']).optional() })

export const sessions = {
  authenticate: endpoint({
    ...paths.authenticate,
    summary: 'Sign in with username and password',
    takes: z.object({ username: z.string().max(254).default(''), password: secret.default('') }),
    answers: user,
    errorsAs: 'object',
    ownTransactions: true,
  }),
  verifyCode: endpoint({
    ...paths.verifyCode,
    summary: 'Complete a sign-in with the one-time code',
    takes: z.object({
      id: z.string().max(64),
      twoFactorAuthCode: z.array(z.union([z.string(), z.number()]).transform(String)).max(12),
    }),
    answers: user,
    ownTransactions: true,
  }),
  resendCode: endpoint({
    ...paths.resendCode,
    summary: 'Send the one-time code again',
    takes: z.object({ id: z.string().max(64) }),
    answers: messageResponse,
  }),
  forgotPassword: endpoint({
    ...paths.forgotPassword,
    summary: 'Request a password reset link; the response is always the same',
    takes: z.object({ username: z.string().max(254).default('') }),
    answers: messageResponse,
  }),
  google: endpoint({
    ...paths.google,
    summary: 'Start Google sign-in (opened in a popup)',
    takes: z.object({}),
    answers: z.unknown(),
    streams: true,
  }),
  googleCallback: endpoint({
    method: 'GET',
    path: '/auth/google/callback',
    access: 'public',
    summary: 'Callback of the Google sign-in popup',
    takes: z.looseObject({}),
    answers: z.unknown(),
    streams: true,
  }),
  popupScript: endpoint({
    method: 'GET',
    path: '/auth/popup.js',
    access: 'public',
    summary: 'The script of the page that ends a Google sign-in',
    takes: z.object({}),
    answers: z.unknown(),
    streams: true,
  }),
  verifyToken: endpoint({
    ...paths.verifyToken,
    summary: 'The user of a live session token',
    takes: z.object({ token }),
    answers: user,
  }),
  checkToken: endpoint({
    ...paths.checkToken,
    summary: 'Whether a token is a live session or a live reset link',
    takes: z.object({ token }),
    answers: tokenState,
  }),
  /** The screens call this one: an address is written into logs on the way, a body is not. */
  checkTokenInBody: endpoint({
    ...paths.checkTokenInBody,
    summary: 'The same with the token in the body',
    takes: z.object({ token }),
    answers: tokenState,
  }),
  signOut: endpoint({
    ...paths.signOut,
    summary: 'Sign out',
    takes: z.looseObject({}),
    answers: messageResponse,
  }),
  updatePassword: endpoint({
    ...paths.updatePassword,
    summary: 'Change the password (isLogin 1) or set it from a reset link (isLogin 0)',
    takes: z.object({
      token: secret.default(''),
      password: secret.optional(),
      newPassword: secret.default(''),
      isLogin: z.union([z.number(), z.string(), z.boolean()]).transform((raw) => Number(raw) === 1),
    }),
    answers: messageResponse,
    ownTransactions: true,
  }),
}

/** Many wrong passwords were tried for a name, from many places; its owner, if there is one, gets an email. */
export const guessingFound = job({
  name: 'password-guessing-found',
  payload: z.object({ username: z.string() }),
  tries: 3,
})

/** Every night: deletes counts of wrong passwords and known addresses that are too old to matter. */
export const forgetTries = job({ name: 'forget-sign-in-tries', payload: z.object({}), tries: 3, cron: '55 20 * * *' })

/** A reset link was requested; whether the account exists is only checked in the job, after the response (G27). */
export const resetRequested = job({
  name: 'password-reset-requested',
  payload: z.object({ username: z.string() }),
  tries: 3,
})
