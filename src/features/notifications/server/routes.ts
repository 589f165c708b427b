import type { FastifyInstance } from 'fastify'
import { notifications } from '#features/notifications/contract.ts'
import { notificationsSeen } from '#features/notifications/messages.ts'
import { pageOf } from '#kit/contract/page.ts'
import { forbidden, notFound } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { notificationsOf, scopeOfNotification, setSeen } from './queries.ts'
import { type OpenStreams, streamEvents } from './stream-events.ts'

/** Registers the calls about notifications and the event stream. */
export function notificationRoutes(api: FastifyInstance, app: AppContext): void {
  // Without this, a stopping server would wait forever for its open streams.
  const openStreams: OpenStreams = new Map()
  api.addHook('preClose', async () => {
    for (const end of openStreams.keys()) end()
  })
  serve(api, app, notifications, {
    list: async ({ input, session, db }) => {
      const { page = 1, perPage: size = 10 } = input
      const { docs, total } = await notificationsOf(db, session, { page, size })
      return pageOf(
        docs.map((doc) => ({ ...doc, _id: doc.id })),
        page,
        size,
        total,
      )
    },
    scope: async ({ input, session, db }) => {
      const scope = await scopeOfNotification(db, session, input.id)
      if (!scope) throw notFound()
      return scope
    },
    mark: async ({ input, session, db }) => {
      if (input.userId && input.userId !== session.userId) throw forbidden()
      await setSeen(db, [session.userId], input.seen)
      return { message: notificationsSeen }
    },
    stream: (call) => streamEvents({ app, openStreams }, call),
  })
}
