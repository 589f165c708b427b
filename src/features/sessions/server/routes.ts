import type { FastifyInstance } from 'fastify'
import { security, sessions } from '#features/sessions/contract.ts'
import { signedOutMessage } from '#features/sessions/messages.ts'
import { tooManyAttempts } from '#kit/contract/too-many-attempts.ts'
import { Problem } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { authenticate } from './authenticate.ts'
import {
  beginAuthenticator,
  beginRequired,
  confirmAuthenticator,
  confirmRequired,
  renewRecoveryCodes,
  turnOffAuthenticator,
} from './authenticator.ts'
import { requiredRoles } from './authenticator-queries.ts'
import { callerOf } from './caller.ts'
import { checkToken, verifyToken } from './check-token.ts'
import { forgotPassword } from './forgot-password.ts'
import { googleCallback, startGoogle } from './google.ts'
import { popupScript } from './google-popup.ts'
import { openRequestLimits } from './limit-requests.ts'
import { endSession } from './session-queries.ts'
import { downloadSignInEvents, listSignInEvents } from './list-sign-in-events.ts'
import { endOneSession, endOthers, listOwnSessions } from './own-sessions.ts'
import { saveRule, securityState } from './security-state.ts'
import { logSignInEvent } from './sign-in-events.ts'
import { resendCode } from './send-code.ts'
import { updatePassword } from './update-password.ts'
import { verifyCode } from './verify-code.ts'

/** Registers the calls about sign-in, sessions and passwords. */
export function sessionRoutes(api: FastifyInstance, app: AppContext): void {
  const limits = openRequestLimits()
  serve(api, app, sessions, {
    authenticate: (call) => authenticate(app, call),
    verifyCode: async (call) => {
      if (!(await limits.codes(call.request.ip))) throw new Problem(429, tooManyAttempts)
      return verifyCode(app, call)
    },
    resendCode: async (call) => {
      if (!(await limits.codes(call.request.ip))) throw new Problem(429, tooManyAttempts)
      return resendCode(app, call)
    },
    forgotPassword: (call) => forgotPassword({ app, limits }, call),
    google: (call) => startGoogle(app, call),
    googleCallback: (call) => googleCallback(app, call),
    popupScript: async ({ reply }) => reply.type('text/javascript; charset=utf-8').send(popupScript),
    verifyToken: (call) => verifyToken(app, call),
    checkToken: (call) => checkToken(app, call),
    checkTokenInBody: (call) => checkToken(app, call),
    signOut: async ({ db, session, request }) => {
      await logSignInEvent(db, { kind: 'signed-out', userId: session.userId, caller: callerOf(request) })
      await endSession(db, session.tokenHash)
      return { message: signedOutMessage }
    },
    updatePassword: (call) => updatePassword(app, call),
  })
  serve(api, app, security, {
    state: ({ db, session }) => securityState(db, session),
    ownSessions: listOwnSessions,
    endSession: endOneSession,
    endOtherSessions: endOthers,
    beginAuthenticator: (call) => beginAuthenticator(app, call),
    confirmAuthenticator: (call) => confirmAuthenticator(app, call),
    beginRequired: (call) => beginRequired(app, call),
    confirmRequired: (call) => confirmRequired(app, call),
    renewRecoveryCodes: (call) => renewRecoveryCodes(app, call),
    turnOff: (call) => turnOffAuthenticator(app, call),
    readRule: async ({ db }) => ({ roles: await requiredRoles(db) }),
    saveRule,
    events: ({ db, input }) => listSignInEvents(db, app.settings.businessZone, input),
    downloadEvents: (call) => downloadSignInEvents(app, call, call.input),
  })
}
