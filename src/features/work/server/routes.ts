import type { FastifyInstance } from 'fastify'
import { titlesOf } from '#features/findings/server/titles-of.ts'
import { work } from '#features/work/contract.ts'
import { pageOf } from '#kit/contract/page.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { assignFindings, moveWork, takeNext, undoMove } from './assign.ts'
import { queueSize } from './count-approved.ts'
import { loads, returnedWork, workOf } from './queries.ts'

/** Findings on one page, if the caller does not say; and at most, because each is looked up with its address. */
const pageSizes = { usual: 50, max: 200 }

/** Registers the calls about assigned work. */
export function workRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone } = app.settings
  serve(api, app, work, {
    list: async ({ db, session, input }) => {
      const { page = 1, person: userId = session.userId } = input
      const size = Math.min(input.perPage ?? pageSizes.usual, pageSizes.max)
      const due = input.overdue === 'true' ? 'overdue' : input.due
      const { company, brand, platform, search } = input
      const narrowed = { company, brand, platform, search }
      const { found, total } = await workOf(db, { userId, ...narrowed, due, zone, size, offset: (page - 1) * size })
      const titles = await titlesOf(db, found)
      const docs = found.map((one) => ({ ...one, title: titles.get(one.id) ?? '' }))
      return pageOf(docs, page, size, total)
    },
    board: async ({ db }) => ({
      people: await loads(db, zone),
      queue: await queueSize(db),
      returned: await returnedWork(db),
    }),
    assign: ({ db, session, input }) => assignFindings(db, session, input),
    take: ({ db, session, input }) => takeNext(db, session, input),
    undoMove: ({ db, session, input }) => undoMove(db, session, input),
    move: ({ db, session, input }) => moveWork(db, session, input),
  })
}
