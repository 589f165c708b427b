import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { scrapers, scraperUploads } from '#features/scrapers/contract.ts'
import { kindOfLane, type ReadLane, type RefreshLane } from '#features/scrapers/rules.ts'
import { jobCallHandlers } from '#features/tool-jobs/server/job-calls.ts'
import { ownJob } from '#features/tool-jobs/server/job-actions.ts'
import type { AppContext, Handler } from '#kit/server/serve.ts'
import { serve } from '#kit/server/serve.ts'
import { openThreads } from '#kit/server/threads.ts'
import { type AcceptDeps, queueList, queueSheet, retryScraper } from './accept-files.ts'
import { addressOfLine } from './line-address.ts'
import { listLane, listSheets, removeList, removeSheet } from './queue-lists.ts'
import { readSheetForm } from './read-form.ts'

const kinds = Object.values(kindOfLane)

/** The queues of scrappers 1 to 4. Uploaded files are read in a worker thread. */
export async function scraperRoutes(api: FastifyInstance, app: AppContext): Promise<void> {
  const threads = openThreads(1)
  api.addHook('onClose', () => threads.close())
  const deps: AcceptDeps = { app, threads }
  const queue =
    (lane: ReadLane): Handler<typeof scrapers.queue1> =>
    ({ session, input }) =>
      queueList(deps, session, lane, input)
  const list =
    (lane: ReadLane): Handler<typeof scrapers.list1> =>
    ({ db, session, input: { page = 1, perPage: size = 10 } }) =>
      listLane(app, db, session, { lane, page, size })
  const sheets =
    (lane: RefreshLane): Handler<typeof scrapers.list3> =>
    ({ db, session, input: { page = 1, limit: size = 10 } }) =>
      listSheets(app, db, session, { lane, page, size })
  const removeSheetOf =
    (lane: RefreshLane): Handler<typeof scrapers.remove3> =>
    ({ db, input }) =>
      removeSheet(db, { id: input.id, lane })
  serve(api, app, scrapers, {
    queue1: queue('1'),
    list1: list('1'),
    queue2: queue('2'),
    list2: list('2'),
    remove: ({ db, session, input }) => removeList(db, session, { id: input.recordId, lane: input.serverId }),
    list3: sheets('3'),
    remove3: removeSheetOf('3'),
    list4: sheets('4'),
    remove4: removeSheetOf('4'),
    ...jobCallHandlers(app, { kinds, addressOfLine }),
    retryFailed: async ({ db, session, input }) =>
      retryScraper(app, db, session, await ownJob(db, session, input.id, kinds)),
  })
  const upload =
    (lane: RefreshLane): Handler<typeof scraperUploads.upload3> =>
    async ({ session, request }) =>
      queueSheet(deps, session, lane, await readSheetForm(request))
  // In its own Fastify scope, so that all other calls still reject multipart bodies.
  await api.register(async (scope) => {
    await scope.register(multipart)
    serve(scope, app, scraperUploads, { upload3: upload('3'), upload4: upload('4') })
  })
}
