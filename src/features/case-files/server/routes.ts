import type { FastifyInstance } from 'fastify'
import { caseFiles } from '#features/case-files/contract.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { askForCaseFile, listCaseFiles, readCaseFile, sendCaseFile } from './ask-case-file.ts'

/** The calls that request, list and download case files. */
export function caseFileRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, caseFiles, {
    ask: ({ db, session, input }) => askForCaseFile(db, session, input),
    list: ({ db, input }) => listCaseFiles(db, input),
    one: ({ db, input }) => readCaseFile(db, input.id),
    download: ({ input, reply }) => sendCaseFile(house, input, reply),
  })
}
