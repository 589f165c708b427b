import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { sheetFormat } from '#kit/contract/sheet-format.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'
import { everyone, roles } from '#vocabulary/roles.ts'
import { dayFilter, enrolment, recoveryCodes, signInEvent } from './contract-schemas.ts'
import { paths } from './paths.ts'
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

const code = z.string().trim().max(40)
const password = secret.default('')

const signInLogFilters = {
  /** Part of the full name or username of a person. */
  username: z.string().trim().max(200).optional(),
  kind: z.union([z.enum(signInEventKinds), z.literal('')]).optional(),
  startDate: dayFilter('Start date'),
  endDate: dayFilter('End date'),
}

/** Own sessions, the authenticator app, and what an Admin sees and decides about sign-ins. */
export const security = {
  state: endpoint({
    method: 'GET',
    path: '/users/security',
    access: everyone,
    summary: 'The own second factor: authenticator app, recovery codes left, whether the role requires one',
    takes: z.object({}),
    answers: z.object({
      isGoogle: z.boolean(),
      hasEmailCodes: z.boolean(),
      isRequired: z.boolean(),
      app: z.object({ since: z.string(), recoveryCodesLeft: z.number() }).nullable(),
    }),
  }),
  ownSessions: endpoint({
    method: 'GET',
    path: '/users/sessions',
    access: everyone,
    summary: 'The own open sessions, the last used first',
    takes: z.object({}),
    answers: z.object({
      data: z.array(
        z.object({
          id,
          device: z.string(),
          address: z.string(),
          firstSeen: z.string(),
          lastSeen: z.string(),
          isThis: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/users/sessions/{id}',
    access: everyone,
    summary: 'End one own session',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/users/sessions/end-others',
    access: everyone,
    summary: 'End all own sessions but this one',
    takes: z.object({}),
    answers: messageResponse,
  }),
  beginAuthenticator: endpoint({
    method: 'POST',
    path: '/users/authenticator/begin',
    access: everyone,
    summary: 'Begin to set up an authenticator app; needs the password',
    takes: z.object({ password }),
    answers: enrolment,
    ownTransactions: true,
  }),
  confirmAuthenticator: endpoint({
    method: 'POST',
    path: '/users/authenticator/confirm',
    access: everyone,
    summary: 'End the set-up with a code of the app; answers the recovery codes, once',
    takes: z.object({ code }),
    answers: z.object({ recoveryCodes }),
    ownTransactions: true,
  }),
  beginRequired: endpoint({
    ...paths.beginRequired,
    summary: 'Begin the set-up that the role requires, after the password',
    takes: z.object({}),
    answers: enrolment,
  }),
  confirmRequired: endpoint({
    ...paths.confirmRequired,
    summary: 'End the required set-up with a code; signs in and answers the recovery codes, once',
    takes: z.object({ code }),
    answers: z.object({ recoveryCodes, user }),
    ownTransactions: true,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/users/authenticator/recovery-codes',
    access: everyone,
    summary: 'Replace the recovery codes; needs the password and a code',
    takes: z.object({ password, code }),
    answers: z.object({ recoveryCodes }),
    ownTransactions: true,
  }),
  turnOff: endpoint({
    method: 'POST',
    path: '/users/authenticator/turn-off',
    access: everyone,
    summary: 'Stop using the authenticator app; needs the password and a code',
    takes: z.object({ password, code }),
    answers: z.object({ isSignedOut: z.boolean() }),
    ownTransactions: true,
  }),
  readRule: endpoint({
    method: 'GET',
    path: '/two-factor-roles',
    access: ['Admin'],
    summary: 'The roles that must have two-factor sign-in',
    takes: z.object({}),
    answers: z.object({ roles: z.array(z.enum(roles)) }),
  }),
  saveRule: endpoint({
    method: 'PUT',
    path: '/two-factor-roles',
    access: ['Admin'],
    summary: 'Set the roles that must have two-factor sign-in',
    takes: z.object({ roles: z.array(z.enum(roles)).max(3) }),
    answers: messageResponse,
  }),
  events: endpoint({
    method: 'GET',
    path: '/sign-in-events',
    access: ['Admin'],
    summary: 'Sign-ins and what concerns them, newest first, by person, kind and days',
    takes: z.object({ ...pageParams, ...signInLogFilters }),
    answers: pageSchema(signInEvent),
  }),
  downloadEvents: endpoint({
    method: 'GET',
    path: '/sign-in-events/download',
    access: ['Admin'],
    summary: 'Sign-ins and what concerns them as CSV or Excel, by the same filters',
    takes: z.object({ ...signInLogFilters, format: sheetFormat }),
    answers: z.unknown(),
    streams: true,
  }),
}
