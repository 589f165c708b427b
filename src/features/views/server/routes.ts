import type { FastifyInstance } from 'fastify'
import { savedViews } from '#features/views/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { deleteView, renameOwnView, saveView } from './save-views.ts'
import { viewsOf } from './queries.ts'

/** A Client's saved views of a list. */
export function savedViewRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, savedViews, {
    list: async ({ db, session, input }) => ({ views: await viewsOf(db, session.userId, input.list) }),
    save: ({ db, session, input }) => saveView(db, session, input),
    rename: ({ db, session, input }) => renameOwnView(db, session, input),
    remove: ({ db, session, input }) => deleteView(db, session, input.id),
  })
}
