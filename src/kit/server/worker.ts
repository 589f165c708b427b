import type { PoolConfig } from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Job } from '#kit/contract/job.ts'
import { connectionSettings, settingsOnConnect, withoutTimeLimits } from './connection-settings.ts'
import { jobRuns, jobSeconds } from './metrics.ts'
import { abortWhenStalled } from './stalled-work.ts'

/** Runs a job. May run more than once for one enqueued job, so it must be idempotent. */
export type JobHandler = { job: Job; run: (payload: unknown, context: JobContext) => Promise<void> }

/** `jobId` stays the same on retries: use it as a key to create a record only once. */
export type JobContext = {
  jobId: string
  /** Aborts when the job counts as hung, and when it has ended or its worker stops. */
  signal?: AbortSignal
}

/** Connects a job with its handler. */
export function jobHandler<P extends z.ZodType>(
  job: Job<P>,
  run: (payload: z.output<P>, context: JobContext) => Promise<void>,
): JobHandler {
  return { job, run: run as JobHandler['run'] }
}

export type WorkerLog = {
  info: (what: object, line: string) => void
  error: (what: object, line: string) => void
}

export type Worker = { stop: () => Promise<void> }

/** Heartbeat interval in seconds: another worker takes over the jobs of a killed one within about this time. */
const HEARTBEAT_SECONDS = 30

/**
 * Seconds after which a job of a living worker counts as lost whatever it says: the queue's maximum, far above what the
 * longest take. One that hangs ends long before (`abortWhenStalled`). The SQL function enqueue_job, which may create a queue first, has the same two values.
 */
const EXPIRE_SECONDS = 86_400

/**
 * Runs `jobs` until `stop`, which waits for running ones. Any number of workers may use one database.
 * Throws unless each job has exactly one handler, and each handler a job. A worker is woken by NOTIFY, and polls every
 * two seconds as well, because a notification is lost while its connection is down.
 */
export async function startWorker(options: {
  databaseUrl: string
  /** Connections on which jobs are claimed and ended; it listens for new ones on one more. */
  connections?: number | undefined
  jobs: readonly Job[]
  handlers: readonly JobHandler[]
  log: WorkerLog
  /** Minutes without progress after which a job is aborted, and retried as after any failure. */
  stallMinutes?: number
}): Promise<Worker> {
  refuseIncomplete(options.jobs, options.handlers)
  const connections: ConstructorOptions & Pick<PoolConfig, 'onConnect'> = {
    connectionString: options.databaseUrl,
    application_name: 'brandkeep-worker',
    max: options.connections ?? 6,
    useListenNotify: true,
    // The queue passes its options on to the pool of its connections.
    onConnect: settingsOnConnect({ ...connectionSettings, ...withoutTimeLimits }),
  }
  const boss = new PgBoss(connections)
  boss.on('error', (problem) => options.log.error({ err: problem }, 'job queue'))
  await boss.start()
  for (const handler of options.handlers) await registerHandler(boss, handler, options)
  return { stop: () => boss.stop({ graceful: true, timeout: 20_000 }) }
}

function refuseIncomplete(jobs: readonly Job[], handlers: readonly JobHandler[]): void {
  const handled = handlers.map((handler) => handler.job.name)
  const known = new Set(jobs.map((job) => job.name))
  const unhandled = [...known].filter((name) => !handled.includes(name))
  if (unhandled.length > 0) throw new Error(`no handler for the job ${unhandled.join(', ')}`)
  const unknown = handled.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`a handler for a job that is not in the list: ${unknown.join(', ')}`)
  const repeated = handled.filter((name, index) => handled.indexOf(name) !== index)
  if (repeated.length > 0) throw new Error(`two handlers for the job ${repeated.join(', ')}`)
}

async function registerHandler(
  boss: PgBoss,
  handler: JobHandler,
  { log, stallMinutes }: { log: WorkerLog; stallMinutes?: number },
): Promise<void> {
  const { name, tries, cron, isDelayed, atOnce } = handler.job
  const policy = { retryLimit: tries - 1, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, notify: true } as const
  const limits = { heartbeatSeconds: HEARTBEAT_SECONDS, expireInSeconds: EXPIRE_SECONDS }
  await boss.createQueue(name, { ...policy, policy: 'standard', ...limits })
  if (cron) await boss.schedule(name, cron, {})
  await boss.work(
    name,
    {
      // The jobs of a batch end together: in small ones, a slow job keeps few others waiting.
      ...(atOnce ? { batchSize: 2, localConcurrency: atOnce / 2 } : { batchSize: 4 }),
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: 2,
      // Workers are notified of new jobs; retries, and jobs whose notification was lost, are polled for.
      notifyPollingIntervalSeconds: isDelayed ? 2 : 5,
    },
    (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data, signal }) => {
          const began = performance.now()
          try {
            const payload = handler.job.payload.parse(data)
            await abortWhenStalled({ signal, stallMinutes }, (untilStalled) =>
              handler.run(payload, { jobId: id, signal: untilStalled }),
            )
            jobRuns.inc({ job: name, outcome: 'completed' })
            log.info({ job: name, jobId: id, ms: Math.round(performance.now() - began) }, 'job done')
            return { id, status: 'completed' as const }
          } catch (problem) {
            jobRuns.inc({ job: name, outcome: 'failed' })
            log.error({ job: name, jobId: id, err: problem }, 'job failed')
            return { id, status: 'failed' as const, output: { message: (problem as Error).message } }
          } finally {
            jobSeconds.observe({ job: name }, (performance.now() - began) / 1000)
          }
        }),
      ),
  )
}
