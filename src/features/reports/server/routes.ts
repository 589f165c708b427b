import type { FastifyInstance } from 'fastify'
import { reports } from '#features/reports/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listSubscriptions, saveSubscription, stopByLink } from './subscriptions.ts'

/** The endpoints of report subscriptions. */
export function reportRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, reports, {
    list: ({ db, session }) => listSubscriptions(db, session),
    save: ({ db, session, input }) => saveSubscription(db, session, input),
    stop: ({ db, input }) => stopByLink(db, app.settings.signingSecret, input),
  })
}
