import fastify, { type FastifyInstance } from 'fastify'
import { ownVersion } from '#app/app-context.ts'
import type { Config } from '#app/config.ts'
import { type Readiness, serveHealth } from '#app/health.ts'
import { type DatabaseGauges, measureDatabase } from './database-gauges.ts'
import { measureProcess } from './process-gauges.ts'
import { serveMetrics } from './serve-metrics.ts'

/** Serves /api/metrics on a server that does not listen yet. Close it after the server. */
export function startMetrics(server: FastifyInstance, config: Config, databaseUrl: string): DatabaseGauges {
  measureProcess({ version: ownVersion(), dataDir: config.dataDir })
  serveMetrics(server, { token: config.metrics.token, appUrl: config.appUrl })
  return measureDatabase(databaseUrl)
}

/** What a worker serves on METRICS_PORT, having no API: metrics, health and readiness. Nothing without that setting. */
export async function listenForMetrics(
  config: Config,
  databaseUrl: string,
  checks: Readiness,
): Promise<{ close: () => Promise<void> }> {
  const { port } = config.metrics
  if (port === undefined) return { close: () => Promise.resolve() }
  const server = fastify({ logger: false })
  const gauges = startMetrics(server, config, databaseUrl)
  serveHealth(server, checks)
  const address = await server.listen({ host: config.host, port })
  console.log(`Metrics: ${address}/api/metrics`)
  return {
    close: async () => {
      await server.close()
      await gauges.close()
    },
  }
}
