import type { FastifyInstance } from 'fastify'
import { reports } from '#features/reports/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listSubscriptions, saveSubscription, stopByLink } from './subscriptions.ts'

/** The endpoints of report subscriptions. */
export function reportRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, reports, {
    list: ({ db, session }) => listSubscriptions(db, session),
    save: ({ db, session, input }) => saveSubscription(db, session, input),
    openStop: async ({ input, reply }) => {
      const query = new URLSearchParams(input)
      return reply.redirect(`${app.settings.appUrl}/stop-report?${query.toString()}`)
    },
    stop: ({ db, input }) => stopByLink(db, app.settings.signingSecret, input),
  })
}
