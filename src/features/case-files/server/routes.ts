import type { FastifyInstance } from 'fastify'
import { caseFiles } from '#features/case-files/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { requestCaseFile, listCaseFiles, readCaseFile, sendCaseFile } from './request-case-file.ts'

/** The calls that request, list and download case files. */
export function caseFileRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, caseFiles, {
    request: ({ db, session, input }) => requestCaseFile(db, session, input),
    list: ({ db, input }) => listCaseFiles(db, input),
    one: ({ db, input }) => readCaseFile(db, input.id),
    download: ({ input, reply }) => sendCaseFile(app, input, reply),
  })
}
