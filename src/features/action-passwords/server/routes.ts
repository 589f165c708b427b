import type { FastifyInstance } from 'fastify'
import { actionPasswords } from '#features/action-passwords/contract.ts'
import { callerOf } from '#features/sessions/server/caller.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listPasswords, setPassword, verifyPassword } from './action-passwords.ts'

/** The calls of the passwords of actions. */
export function actionPasswordRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, actionPasswords, {
    verify: ({ session, input, request }) => verifyPassword(app, session, { ...input, caller: callerOf(request) }),
    list: ({ db }) => listPasswords(db),
    set: ({ db, session, input, request }) => setPassword(db, session, { ...input, caller: callerOf(request) }),
  })
}
