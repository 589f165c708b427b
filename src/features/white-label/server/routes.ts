import type { FastifyInstance } from 'fastify'
import { whiteLabel } from '#features/white-label/contract.ts'
import { resultsOf } from '#kit/contract/page.ts'
import { notFound } from '#kit/server/problem.ts'
import { defaultPageSize } from '#kit/server/read-page.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { whiteListResponse } from './white-list-response.ts'
import { editWhiteList } from './edit-white-list.ts'
import { pageOfWhiteLists, whiteListById } from './queries.ts'
import { removeWhiteList } from './remove-white-list.ts'
import { saveWhiteList } from './save-white-list.ts'

/** Registers the calls about white lists. */
export function whiteLabelRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, whiteLabel, {
    list: async ({ input, db }) => {
      const page = await pageOfWhiteLists(db, input)
      return resultsOf({ ...page, docs: page.docs.map(whiteListResponse) }, input.perPage ?? defaultPageSize)
    },
    read: async ({ input, db }) => {
      const found = await whiteListById(db, input.id)
      if (!found) throw notFound()
      return whiteListResponse(found)
    },
    save: (call) => saveWhiteList(app, call),
    edit: (call) => editWhiteList(app, call),
    remove: removeWhiteList,
  })
}
