import type { FastifyInstance } from 'fastify'
import { duplicateCheck } from '#features/duplicate-check/contract.ts'
import { rowsDeps, sendReport } from '#features/staging-rows/server/open-rows.ts'
import { bodyBytes } from '#kit/server/row-bodies.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { checkDuplicates } from './check-duplicates.ts'

/** The duplicate check. Its body is read in a worker thread. */
export function duplicateCheckRoutes(api: FastifyInstance, app: AppContext): void {
  const deps = rowsDeps(api, app, 'upload')
  serve(api, app, duplicateCheck, {
    check: async ({ request, reply }) => sendReport(reply, await checkDuplicates(deps, bodyBytes(request))),
  })
}
