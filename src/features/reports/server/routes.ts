import type { FastifyInstance } from 'fastify'
import { reports } from '#features/reports/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listSubscriptions, saveSubscription, stopByLink } from './subscriptions.ts'

/** The endpoints of report subscriptions. */
export async function reportRoutes(api: FastifyInstance, app: AppContext): Promise<void> {
  const { stop, ...others } = reports
  serve(api, app, others, {
    list: ({ db, session }) => listSubscriptions(db, session),
    save: ({ db, session, input }) => saveSubscription(db, session, input),
    openStop: async ({ input, reply }) => {
      const query = new URLSearchParams(input)
      return reply.redirect(`${app.settings.appUrl}/stop-report?${query.toString()}`)
    },
  })
  await api.register(async (scope) => {
    // The one form that is posted: a mail program's one-click unsubscribing, whose address says all (RFC 8058).
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    )
    serve(scope, app, { stop }, { stop: ({ db, input }) => stopByLink(db, app.settings.signingSecret, input) })
  })
}
