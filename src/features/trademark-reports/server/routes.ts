import type { FastifyInstance } from 'fastify'
import { jobCallHandlers } from '#features/tool-jobs/server/job-calls.ts'
import { trademarkReports } from '#features/trademark-reports/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listReports, submitReport } from './submit-report.ts'

/** Trademark reports; the header that names a user is ignored, the session says who calls (G5). */
export function trademarkReportRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, trademarkReports, {
    submit: (call) => submitReport(app, call),
    list: (call) => listReports(app, call),
    ...jobCallHandlers(app, {
      kinds: ['trademark-report'],
      addressOfLine: (input) => (typeof input === 'string' ? input : ''),
    }),
  })
}
