import type { FastifyInstance } from 'fastify'
import { trademarks } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { checkSignedMark } from './check-signed-mark.ts'
import { downloadMarks, type MarkDownloadInput } from './download-marks.ts'
import { changeMark, notifyMark, removeMark, saveMark } from './keep-marks.ts'
import { listMarks } from './list-marks.ts'
import { loadedLists, loadList } from './load-list.ts'

/** Routes of trademark-clearinghouse marks, signed mark files and the lists of the clearinghouse. */
export function trademarkRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, trademarks, {
    list: ({ db, session, input }) => listMarks(db, session, input, house.settings.businessZone),
    download: ({ session, input, reply }) =>
      downloadMarks(house, { session, input: input as MarkDownloadInput, reply }),
    save: ({ db, session, input }) => saveMark({ house, db, session }, input),
    readSignedMark: async ({ db, input }) => ({
      message: messages.signedMarkRead,
      data: await checkSignedMark(house, db, input.file),
    }),
    lists: ({ db }) => loadedLists(db),
    loadList: ({ db, session, input }) => loadList(db, session, input),
    update: ({ db, session, input }) => changeMark({ house, db, session }, input),
    remove: ({ db, session, input }) => removeMark({ house, db, session }, input.id),
    addNotification: ({ db, session, input }) => notifyMark({ house, db, session }, input),
  })
}
