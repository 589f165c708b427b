import type { FastifyInstance } from 'fastify'
import { actionPasswords } from '#features/action-passwords/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listPasswords, setPassword, verifyPassword } from './action-passwords.ts'

/** The calls of the passwords of actions. */
export function actionPasswordRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, actionPasswords, {
    verify: ({ session, input }) => verifyPassword(app, session, input),
    list: ({ db }) => listPasswords(db),
    set: ({ db, session, input }) => setPassword(db, session, input),
  })
}
