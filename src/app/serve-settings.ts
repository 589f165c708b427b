import type { FastifyInstance } from 'fastify'
import { demoPassword } from '#features/demo/server/people.ts'
import { settings } from '#kit/contract/settings.ts'
import { type House, serve } from '#kit/server/serve.ts'

/** Tells the browser what of the settings is public; everything else stays here. */
export function settingsRoutes(api: FastifyInstance, house: House): void {
  const { productName, supportAddress, businessZone, demo } = house.settings
  const shown = { productName, supportAddress, businessZone, ...(demo ? { demoPassword } : {}) }
  serve(api, house, settings, { read: async () => shown })
}
