import type { FastifyInstance } from 'fastify'
import { trademarks } from '#features/trademarks/contract.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { downloadMarks, type MarkDownloadInput } from './download-marks.ts'
import { listMarks } from './list-marks.ts'

/** Reading the marks of the trademark clearinghouse. */
export function trademarkRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, trademarks, {
    list: ({ db, session, input }) => listMarks(db, session, input, house.settings.businessZone),
    download: ({ session, input, reply }) =>
      downloadMarks(house, { session, input: input as MarkDownloadInput, reply }),
  })
}
