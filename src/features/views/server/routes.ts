import type { FastifyInstance } from 'fastify'
import { savedViews } from '#features/views/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { pinnedViews, viewsOf } from './queries.ts'
import { deleteView, pinView, renameView, saveView, shareView } from './save-views.ts'

/** Saved views of lists: a person's own, and those shared with the person. */
export function savedViewRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, savedViews, {
    list: async ({ db, session, input }) => ({ views: await viewsOf(db, session, input.list) }),
    pinned: async ({ db, session }) => ({ views: await pinnedViews(db, session) }),
    save: ({ db, session, input }) => saveView(db, session, input),
    rename: ({ db, session, input }) => renameView(db, session, input),
    share: ({ db, session, input }) => shareView(db, session, input),
    pin: ({ db, session, input }) => pinView(db, session, input),
    remove: ({ db, session, input }) => deleteView(db, session, input.id),
  })
}
