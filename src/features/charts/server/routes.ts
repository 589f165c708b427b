import type { FastifyInstance } from 'fastify'
import { charts } from '#features/charts/contract.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { homeCharts, platformCharts } from './read-charts.ts'

/** The numbers of the charts, for each platform and all together. */
export function chartRoutes(api: FastifyInstance, house: House): void {
  const { businessZone: zone } = house.settings
  serve(api, house, charts, {
    home: ({ db, session, input }) => homeCharts(db, session, input, zone),
    eCommerce: ({ db, session, input }) => platformCharts(db, session, 'e-commerce', { asked: input, zone }),
    domain: ({ db, session, input }) => platformCharts(db, session, 'domain', { asked: input, zone }),
    socialMedia: ({ db, session, input }) => platformCharts(db, session, 'social-media', { asked: input, zone }),
    appStore: ({ db, session, input }) => platformCharts(db, session, 'app-store', { asked: input, zone }),
    website: ({ db, session, input }) => platformCharts(db, session, 'website', { asked: input, zone }),
  })
}
