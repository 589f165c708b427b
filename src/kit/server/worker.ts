import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { declaredJobs, type Job } from '#kit/contract/job.ts'

/** Runs a job. May run more than once for one enqueued job, so it must be idempotent. */
export type JobHandler = { job: Job; run: (payload: unknown, context: JobContext) => Promise<void> }

/** `jobId` stays the same on retries: use it as a key to create a record only once. */
export type JobContext = { jobId: string }

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
 * Runs jobs until `stop`, which waits for running ones. Any number of workers may use one database.
 * Throws if a declared job has no handler. Settings as measured in DEPENDENCIES.md: woken by NOTIFY, and polling every
 * two seconds as well.
 */
export async function startWorker(options: {
  databaseUrl: string
  handlers: readonly JobHandler[]
  log: WorkerLog
}): Promise<Worker> {
  const missing = declaredJobs().filter((job) => !options.handlers.some((handler) => handler.job.name === job.name))
  if (missing.length > 0) throw new Error(`no handler for the job ${missing.map((job) => job.name).join(', ')}`)

  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'brandkeep-worker',
    max: 6,
    useListenNotify: true,
  })
  boss.on('error', (problem) => options.log.error({ err: problem }, 'job queue'))
  await boss.start()
  for (const handler of options.handlers) await registerHandler(boss, handler, options.log)
  return { stop: () => boss.stop({ graceful: true, timeout: 20_000 }) }
}

async function registerHandler(boss: PgBoss, handler: JobHandler, log: WorkerLog): Promise<void> {
  const { name, tries, cron } = handler.job
  const policy = { retryLimit: tries - 1, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, notify: true } as const
  await boss.createQueue(name, { ...policy, policy: 'standard', heartbeatSeconds: HEARTBEAT_SECONDS })
  if (cron) await boss.schedule(name, cron, {})
  await boss.work(
    name,
    {
      batchSize: 4,
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 2,
    },
    (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }) => {
          const began = performance.now()
          try {
            await handler.run(handler.job.payload.parse(data), { jobId: id })
            log.info({ job: name, jobId: id, ms: Math.round(performance.now() - began) }, 'job done')
            return { id, status: 'completed' as const }
          } catch (problem) {
            log.error({ job: name, jobId: id, err: problem }, 'job failed')
            return { id, status: 'failed' as const, output: { message: (problem as Error).message } }
          }
        }),
      ),
  )
}
