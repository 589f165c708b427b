import type { FastifyInstance } from 'fastify'
import { trademarks } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { checkSignedMark } from './check-signed-mark.ts'
import { downloadMarks, type MarkDownloadInput } from './download-marks.ts'
import { changeMark, addNotification, removeMark, saveMark } from './save-marks.ts'
import { listMarks } from './list-marks.ts'
import { loadedLists, loadList } from './load-list.ts'

/** Routes of trademark-clearinghouse marks, signed mark files and the lists of the clearinghouse. */
export function trademarkRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, trademarks, {
    list: ({ db, session, input }) => listMarks(db, session, input, app.settings.businessZone),
    download: ({ session, input, reply }) => downloadMarks(app, { session, input: input as MarkDownloadInput, reply }),
    save: ({ db, session, input }) => saveMark({ app, db, session }, input),
    readSignedMark: async ({ db, input }) => ({
      message: messages.signedMarkRead,
      data: await checkSignedMark(app, db, input.file),
    }),
    lists: ({ db }) => loadedLists(db),
    loadList: ({ db, session, input }) => loadList(db, session, input),
    update: ({ db, session, input }) => changeMark({ app, db, session }, input),
    remove: ({ db, session, input }) => removeMark({ app, db, session }, input.id),
    addNotification: ({ db, session, input }) => addNotification({ app, db, session }, input),
  })
}
