import type { FastifyInstance } from 'fastify'
import { mailbox } from '#features/demo/contract.ts'
import { pageOf } from '#kit/contract/page.ts'
import { notFound } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listEmails } from './queries.ts'

/** The mailbox of the demo world; 404 elsewhere. */
export function demoRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, mailbox, {
    list: async ({ input, db }) => {
      if (!app.settings.demo) throw notFound()
      const { page = 1, perPage: size = 10, search } = input
      const { docs, total } = await listEmails(db, { page, size, search })
      return pageOf(docs, page, size, total)
    },
  })
}
