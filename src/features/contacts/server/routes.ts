import type { FastifyInstance } from 'fastify'
import { listDesks, sharedHosts } from '#features/contacts/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { allListDesks, saveListDesk } from './list-desks.ts'
import { addSharedHost, editSharedHost, removeSharedHost } from './save-shared-host.ts'
import { pageOfSharedHosts } from './shared-host-queries.ts'

/** The calls of the shared hosts and of the desks that take lists. */
export function contactRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, sharedHosts, {
    list: ({ db, input }) => pageOfSharedHosts(db, input),
    add: addSharedHost,
    edit: editSharedHost,
    remove: removeSharedHost,
  })
  serve(api, app, listDesks, { list: ({ db }) => allListDesks(db), save: saveListDesk })
}
