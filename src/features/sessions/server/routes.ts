import type { FastifyInstance } from 'fastify'
import { sessions } from '#features/sessions/contract.ts'
import { signedOutMessage, tooManyAttempts } from '#features/sessions/messages.ts'
import { Problem } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { authenticate } from './authenticate.ts'
import { checkToken, verifyToken } from './check-token.ts'
import { forgotPassword } from './forgot-password.ts'
import { googleCallback, startGoogle } from './google.ts'
import { popupScript } from './google-popup.ts'
import { openRequestLimits } from './limit-requests.ts'
import { endSession } from './queries.ts'
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
    verifyToken,
    checkToken,
    checkTokenInBody: checkToken,
    signOut: async ({ db, session }) => {
      await endSession(db, session.tokenHash)
      return { message: signedOutMessage }
    },
    updatePassword: (call) => updatePassword(app, call),
  })
}
