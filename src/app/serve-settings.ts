import type { FastifyInstance } from 'fastify'
import { demoPassword } from '#features/demo/server/people.ts'
import { settings } from '#kit/contract/settings.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'

/** Serves the public settings to the browser; everything else stays on the server. */
export function settingsRoutes(api: FastifyInstance, app: AppContext): void {
  const { productName, supportAddress, businessZone, demo, google } = app.settings
  const publicSettings = {
    productName,
    supportAddress,
    businessZone,
    google: google !== undefined,
    ...(demo ? { demoPassword } : {}),
  }
  serve(api, app, settings, { read: async () => publicSettings })
}
