import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { sheetFormat } from '#kit/contract/sheet-format.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'
import { everyone, roles } from '#vocabulary/roles.ts'
import { dayFilter, enrolment, recoveryCodes, signInEvent, user } from './contract-schemas.ts'
import { signInEventKinds } from './rules.ts'

const secret = z.string().max(1000)
/** A token as it was sent. Anything malformed becomes the empty token, which is refused like any unknown one. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,1000}$/)
  .catch('')

const tokenState = z.object({ status: z.boolean(), purpose: z.enum(['session', 'reset']).optional() })

export const sessions = {
  authenticate: endpoint({
    method: 'POST',
    path: '/users/authenticate',
    access: 'public',
    summary: 'Sign in with username and password',
    takes: z.object({ username: z.string().max(254).default(''), password: secret.default('') }),
    answers: user,
    errorsAs: 'object',
    ownTransactions: true,
  }),
  verifyCode: endpoint({
    method: 'POST',
    path: '/users/v2/authenticate',
    access: 'limited',
    summary: 'Complete a sign-in with the one-time code',
    takes: z.object({
      id: z.string().max(64),
      twoFactorAuthCode: z.array(z.union([z.string(), z.number()]).transform(String)).max(12),
    }),
    answers: user,
    ownTransactions: true,
  }),
  resendCode: endpoint({
    method: 'POST',
    path: '/users/v1/send2FaMail',
    access: 'limited',
    summary: 'Send the one-time code again',
    takes: z.object({ id: z.string().max(64) }),
    answers: messageResponse,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/users/forgotpassword',
    access: 'public',
    summary: 'Request a password reset link; the response is always the same',
    takes: z.object({ username: z.string().max(254).default('') }),
    answers: messageResponse,
  }),
  google: endpoint({
    method: 'GET',
    path: '/auth/google',
    access: 'public',
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
    method: 'POST',
    path: '/users/verify/token',
    access: 'public',
    summary: 'The user of a live session token',
    takes: z.object({ token }),
    answers: user,
  }),
  checkToken: endpoint({
    method: 'POST',
    path: '/users/verify-token/{token}',
    access: 'public',
    summary: 'Whether a token is a live session or a live reset link',
    takes: z.object({ token }),
    answers: tokenState,
  }),
  /** The screens call this one: an address is written into logs on the way, a body is not. */
  checkTokenInBody: endpoint({
    method: 'POST',
    path: '/users/verify-token',
    access: 'public',
    summary: 'The same with the token in the body',
    takes: z.object({ token }),
    answers: tokenState,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/users/revoke-token',
    access: everyone,
    summary: 'Sign out',
    takes: z.looseObject({}),
    answers: messageResponse,
  }),
  updatePassword: endpoint({
    method: 'POST',
    path: '/users/v1/updatepassword',
    access: 'public',
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
    method: 'POST',
    path: '/users/authenticator/required/begin',
    access: 'limited',
    summary: 'Begin the set-up that the role requires, after the password',
    takes: z.object({}),
    answers: enrolment,
  }),
  confirmRequired: endpoint({
    method: 'POST',
    path: '/users/authenticator/required/confirm',
    access: 'limited',
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
