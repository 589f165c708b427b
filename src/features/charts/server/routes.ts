import type { FastifyInstance } from 'fastify'
import { charts } from '#features/charts/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { homeCharts, platformCharts } from './read-charts.ts'

/** The chart endpoints: each platform, and all together. They read from the replica where there is one. */
export function chartRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone } = app.settings
  const db = async () => (await app.readConnection()).db
  serve(api, app, charts, {
    home: async ({ session, input }) => homeCharts(await db(), session, input, zone),
    eCommerce: async ({ session, input }) => platformCharts(await db(), session, 'e-commerce', { query: input, zone }),
    domain: async ({ session, input }) => platformCharts(await db(), session, 'domain', { query: input, zone }),
    socialMedia: async ({ session, input }) =>
      platformCharts(await db(), session, 'social-media', { query: input, zone }),
    appStore: async ({ session, input }) => platformCharts(await db(), session, 'app-store', { query: input, zone }),
    website: async ({ session, input }) => platformCharts(await db(), session, 'website', { query: input, zone }),
  })
}
