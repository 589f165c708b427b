import type { FastifyInstance } from 'fastify'
import { overview } from '#features/overview/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { countMasterData } from './queries.ts'

/** The counts of the analyst dashboard. */
export function overviewRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, overview, { counts: ({ db }) => countMasterData(db) })
}
