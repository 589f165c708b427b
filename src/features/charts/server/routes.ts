import type { FastifyInstance } from 'fastify'
import { charts } from '#features/charts/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { platforms } from '#platforms/all.ts'
import { homeCharts, platformCharts } from './read-charts.ts'

/** The chart endpoints: each platform, and all together. They read from the replica where there is one. */
export function chartRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone } = app.settings
  const db = async () => (await app.readConnection()).db
  serve(
    api,
    app,
    { home: charts.home },
    {
      home: async ({ session, input }) => homeCharts(await db(), session, input, zone),
    },
  )
  for (const platform of platforms)
    serve(
      api,
      app,
      { numbers: charts[platform.key] },
      {
        numbers: async ({ session, input }) => platformCharts(await db(), session, platform, { query: input, zone }),
      },
    )
}
