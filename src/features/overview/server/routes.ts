import type { FastifyInstance } from 'fastify'
import { overview } from '#features/overview/contract.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { countMasterData } from './queries.ts'

/** The counts of the analyst dashboard. */
export function overviewRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, overview, { counts: ({ db }) => countMasterData(db) })
}
