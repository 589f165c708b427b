import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts about itself, in one registry. No label has a company, a person, an address or an id: labels
 * are route templates, names of jobs and the like, so the number of series is bounded.
 */
export const registry = new Registry()
const registers = [registry]

export const httpRequests = new Counter({
  name: 'brandkeep_http_requests_total',
  help: 'Responses by method, route template and status; status 0: the caller went away first.',
  labelNames: ['method', 'route', 'status'] as const,
  registers,
})

export const httpSeconds = new Histogram({
  name: 'brandkeep_http_request_seconds',
  help: 'Time from the request to the end of its response, by method and route template. Event streams are not in it.',
  labelNames: ['method', 'route'] as const,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

export const httpInProgress = new Gauge({
  name: 'brandkeep_http_requests_in_progress',
  help: 'Requests whose response has not ended, event streams among them.',
  registers,
})

export const jobRuns = new Counter({
  name: 'brandkeep_jobs_total',
  help: 'Jobs that this process ran, by name and outcome (completed, failed). A failed one may be tried again.',
  labelNames: ['job', 'outcome'] as const,
  registers,
})

export const jobSeconds = new Histogram({
  name: 'brandkeep_job_seconds',
  help: 'Time that jobs of this process took, by name.',
  labelNames: ['job'] as const,
  buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600],
  registers,
})

export const uploadedRows = new Counter({
  name: 'brandkeep_uploaded_rows_total',
  help: 'Findings saved by uploads through this process.',
  registers,
})

/** The connection pools of this process by name; several may share one. */
const pools = new Map<Pool, string>()

/** Reports the connections of a pool under a name until it ends. */
export function measurePool(name: string, pool: Pool): void {
  pools.set(pool, name)
}

new Gauge({
  name: 'brandkeep_pool_connections',
  help: 'Database connections of this process, by pool and state: busy, idle, waiting (callers without one), limit.',
  labelNames: ['pool', 'state'] as const,
  registers,
  collect() {
    this.reset()
    for (const [pool, name] of pools) {
      if (pool.ended) {
        pools.delete(pool)
        continue
      }
      this.inc({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
      this.inc({ pool: name, state: 'idle' }, pool.idleCount)
      this.inc({ pool: name, state: 'waiting' }, pool.waitingCount)
      this.inc({ pool: name, state: 'limit' }, pool.options.max)
    }
  },
})
