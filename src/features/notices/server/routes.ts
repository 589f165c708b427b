import type { FastifyInstance } from 'fastify'
import { visible } from '#features/findings/server/visible.ts'
import { notices } from '#features/notices/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { notFound } from '#kit/server/problem.ts'
import { examine, summary } from './examine.ts'

/** The call that checks what notices lack before they are sent; 404 for findings not in scope. */
export function noticeRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, notices, {
    check: async ({ session, input: { platform, recordIds } }) => {
      const ids = [...new Set(recordIds.map((id) => id.toLowerCase()))]
      const examined = await examine(app.db, platform, visible(platform, session), ids)
      if (examined.length < ids.length) throw notFound()
      return { data: summary(examined), total: ids.length, mayOverride: session.role === 'Admin' }
    },
  })
}
