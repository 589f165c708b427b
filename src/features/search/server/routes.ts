import type { FastifyInstance } from 'fastify'
import { search } from '#features/search/contract.ts'
import { messages } from '#features/search/messages.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { findRecords, recentRecords } from './find-records.ts'
import { noteRecent } from './queries.ts'

/** Registers the calls of the palette. */
export function searchRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, search, {
    find: ({ db, session, input }) => findRecords(db, session, input.text),
    recent: ({ db, session }) => recentRecords(db, session),
    opened: async ({ db, session, input }) => {
      await noteRecent(db, session.userId, input)
      return { message: messages.noted }
    },
  })
}
