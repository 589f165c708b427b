import type { FastifyInstance } from 'fastify'
import { editing } from '#features/editing/contract.ts'
import { rowsDeps, sendReport } from '#features/staging-rows/server/open-rows.ts'
import { bodyBytes, readRowBodies } from '#kit/server/row-bodies.ts'
import { disconnectSignal } from '#kit/server/send-sheet.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { deleteFindings, restoreFindings } from './delete-findings.ts'
import { fetchDates, fetchFindings } from './fetch-findings.ts'
import { saveEdits } from './save-edits.ts'

/** Editing stored findings in bulk; dates are checked against today in the business zone (G15). */
export async function editingRoutes(api: FastifyInstance, app: AppContext): Promise<void> {
  const deps = rowsDeps(api, app, 'edit')
  const { save, ...others } = editing
  serve(api, app, others, {
    dates: ({ db, session, input }) => fetchDates(db, session, input),
    fetch: ({ session, input, reply }) => fetchFindings(app, { session, input, reply }),
    remove: ({ db, session, input }) => deleteFindings(db, session, input),
    restore: ({ session, input }) => restoreFindings(app.pool, session, input),
  })
  await api.register(async (scope) => {
    readRowBodies(scope)
    serve(
      scope,
      app,
      { save },
      {
        save: async ({ session, request, reply }) => {
          const answer = await saveEdits({ ...deps, gone: disconnectSignal(reply) }, session, bodyBytes(request))
          return 'updated' in answer ? answer : sendReport(reply, answer)
        },
      },
    )
  })
}
