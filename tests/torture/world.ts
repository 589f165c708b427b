import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runningDatabase } from '#app/embedded-database.ts'
import { isAlive, launch, postgresPid } from '../system/program.ts'

/** The API with its built-in PostgreSQL, and a worker of its own, on one data folder. */
export type World = {
  url: string
  dataDir: string
  /** Rows of a statement; repeated while the database is away. */
  ask: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  kill: (what: Victim) => Promise<void>
  /** Ends the API with SIGTERM; returns its exit code and how long it took in ms. It is not started again. */
  stopApi: () => Promise<{ code: number | null; ms: number }>
  /** Starts what is not running and waits until the API is ready; returns how long that took in ms. */
  recover: () => Promise<number>
  output: () => string
  /** Process id of the API. */
  pid: () => number
  close: () => Promise<void>
}

export type Victim = 'api' | 'worker' | 'postmaster' | 'backend' | 'all'
export const victims: readonly Victim[] = ['api', 'worker', 'postmaster', 'backend', 'all']

const READY_LIMIT_MS = 120_000
/** The demo world takes a minute, on a busy machine several. */
const FILL_LIMIT_MS = 600_000

/** Starts both processes on `port` and waits until the demo world is filled. */
export async function openWorld(options: {
  dataDir: string
  port: number
  env?: Record<string, string>
  hasWorker: boolean
}): Promise<World> {
  const { dataDir, port } = options
  const url = `http://127.0.0.1:${port}`
  const shared = { BRANDKEEP_DATA: dataDir, MAILS_PER_MINUTE: '6000', LOG_LEVEL: 'error', ...options.env }
  let api: ReturnType<typeof launch> | undefined
  let worker: (ReturnType<typeof launch> & { database: string }) | undefined
  let before = ''

  const startApi = () => {
    before += api?.output() ?? ''
    api = launch({ env: { ...shared, PORT: String(port), WORKER: options.hasWorker ? '0' : '1' } })
  }
  const startWorker = (database: string) => {
    // With the small web of the demo world, which the tools ask.
    const env = { ...shared, DATABASE_URL: database, BRANDKEEP_DEMO: '1', PORT: '0' }
    worker = { ...launch({ env, script: 'src/app/worker-main.ts' }), database }
  }
  const recover = async (limitMs?: number) => {
    const began = Date.now()
    if (!api || !runs(api.child)) startApi()
    await untilReady(url, () => api!.output(), limitMs)
    // A new start chooses a new port, so that a worker of the old one has no database any more.
    const database = runningDatabase(dataDir)!
    if (options.hasWorker && (!worker || !runs(worker.child) || worker.database !== database)) {
      if (worker) await end(worker.child, 'SIGKILL')
      startWorker(database)
    }
    return Date.now() - began
  }
  await recover(FILL_LIMIT_MS)
  return {
    url,
    dataDir,
    ask: (text, values) => askUntilAnswered(dataDir, text, values),
    kill: async (what) => {
      if (what === 'postmaster' || what === 'all') killQuietly(postgresPid(dataDir))
      if (what === 'api' || what === 'all') await end(api!.child, 'SIGKILL')
      if ((what === 'worker' || what === 'all') && worker) await end(worker.child, 'SIGKILL')
      if (what === 'backend')
        await askUntilAnswered(
          dataDir,
          `select pg_terminate_backend(pid) from pg_stat_activity
            where usename = current_user and pid <> pg_backend_pid() and random() < 0.5`,
        )
    },
    stopApi: async () => {
      const began = Date.now()
      await end(api!.child, 'SIGTERM')
      return { code: api!.child.exitCode, ms: Date.now() - began }
    },
    recover: () => recover(),
    output: () => before + (api?.output() ?? ''),
    pid: () => api!.child.pid!,
    close: async () => {
      if (worker) await end(worker.child, 'SIGTERM')
      if (api) await end(api.child, 'SIGTERM')
    },
  }
}

function runs(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!runs(child)) return
  const closed = once(child, 'exit')
  child.kill(signal)
  await closed
}

function killQuietly(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/** Waits until /api/ready answers 200; throws with the output of the process when that takes two minutes. */
export async function untilReady(url: string, output: () => string, limitMs = READY_LIMIT_MS): Promise<void> {
  for (const limit = Date.now() + limitMs; Date.now() < limit; await sleep(50)) {
    const answer = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (answer?.status === 200) return
  }
  throw new Error(`not ready after ${limitMs / 1000} s:\n${output().slice(-2000)}`)
}

async function askUntilAnswered<Row extends object>(dataDir: string, text: string, values?: unknown[]): Promise<Row[]> {
  for (const limit = Date.now() + READY_LIMIT_MS; ; await sleep(200)) {
    const client = new Client({ connectionString: runningDatabase(dataDir) })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row>(text, values)).rows
    } catch (problem) {
      // 42: the statement itself is wrong.
      if ((problem as { code?: string }).code?.startsWith('42') || Date.now() > limit) throw problem
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
