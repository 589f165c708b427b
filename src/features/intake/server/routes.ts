import type { FastifyInstance } from 'fastify'
import { intake } from '#features/intake/contract.ts'
import { rowsDeps, sendReport } from '#features/staging-rows/server/open-rows.ts'
import { bodyBytes } from '#kit/server/row-bodies.ts'
import { notFound } from '#kit/server/problem.ts'
import { runInThread } from '#kit/server/run-in-thread.ts'
import { disconnectSignal } from '#kit/server/send-sheet.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { checkUpload, saveUpload } from './save-upload.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The upload endpoints. Reporting dates are checked against today in the business time zone (G15). */
export function intakeRoutes(api: FastifyInstance, app: AppContext): void {
  const deps = rowsDeps(api, app, 'upload')
  serve(api, app, intake, {
    save: async ({ session, request, reply }) => {
      const answer = await saveUpload({ ...deps, gone: disconnectSignal(reply) }, session, bodyBytes(request))
      return 'saved' in answer ? answer : sendReport(reply, answer)
    },
    check: async ({ request, reply }) =>
      sendReport(reply, await checkUpload({ ...deps, gone: disconnectSignal(reply) }, bodyBytes(request))),
    template: async ({ input, reply }) => {
      const platform = platformOf(input.platform)
      if (!platform) throw notFound()
      const file = new URL('./upload.worker.ts', import.meta.url)
      const bytes = await runInThread<Uint8Array>(deps.threads, { file, name: 'writeTemplate', input: platform.value })
      return reply
        .type(spreadsheet)
        .header('content-disposition', `attachment; filename="${platform.value}-template.xlsx"`)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })
}
