import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from '#app/config.ts'
import { collectGarbage } from '#app/collect-garbage.ts'
import { closeOnShutdown, exitWithError } from '#app/shutdown.ts'
import { nameFullDisk } from '#app/full-disk.ts'
import { fillDemo, refuseDemoPeople } from '#app/fill-demo.ts'
import { refuseWhile, serveHealth } from '#app/health.ts'
import { finishRestore } from '#app/backup/restored-secret.ts'
import { checkInstallation } from '#app/installation.ts'
import { type Listener, openListener } from '#app/listener.ts'
import { createAppContext, filesOf, openWaysOut, settingsOf, workerPartsOf } from '#app/app-context.ts'
import { startMetrics } from '#app/metrics/start-metrics.ts'
import { type OpenDatabase, openDatabase } from '#app/open-database.ts'
import { buildServer } from '#app/server.ts'
import { startTidying } from '#app/tidy-folders.ts'
import { startAppWorker } from '#app/worker.ts'
import { isStorageFull } from '#kit/server/errors.ts'
import { openPoliteness } from '#kit/server/politeness.ts'
import { openLive } from '#kit/server/live.ts'

const webFolder = join(import.meta.dirname, '../../dist/web')

/** While it prepares, no requests are running: a stop waits no longer than this. */
const PREPARING_LIMIT_MS = 1500

/**
 * Starts the console: it listens first, then prepares database, migrations and demo world, then serves API and browser
 * files. On a signal it shuts down in order, and requests that run have `config.shutdownSeconds` to end.
 */
export async function run(): Promise<void> {
  let dataDir: string | undefined
  try {
    const config = readConfig()
    dataDir = config.dataDir
    const listener = await openListener(config)
    const starting = startAll(config, listener)
    closeOnShutdown(async () => {
      const closed = listener.close(config.shutdownSeconds * 1000)
      const running = await Promise.race([starting, sleep(PREPARING_LIMIT_MS)]).catch(() => undefined)
      const [cut] = await Promise.all([closed, running?.stopWorker()])
      if (cut > 0) console.error(`${cut} requests ran longer than ${config.shutdownSeconds} s and were cut.`)
      await running?.close()
    }, config.shutdownSeconds)
    await starting
    if (!listener.isClosing()) console.log(welcome(config, addressOf(config, listener)))
  } catch (problem) {
    exitWithError(dataDir === undefined ? problem : await nameFullDisk(problem, dataDir))
  }
}

type Running = {
  /** Ends the jobs of this process, which takes as long as the running ones. */
  stopWorker: () => Promise<void>
  /** Closes what the API used, the database last. */
  close: () => Promise<void>
}

async function startAll(configured: Config, listener: Listener): Promise<Running> {
  const database = await openDatabase(configured, console.log, listener.setPhase)
  try {
    const config = await finishRestore(configured, database.databaseUrl)
    await checkInstallation(config, database.pool)
    if (config.demo) {
      listener.setPhase('Filling the demo world')
      await fillDemo(config, database.jobs.pool, console.log)
    } else await refuseDemoPeople(database.jobs.pool)
    listener.setPhase('Starting')
    return await serveAll(config, database, listener)
  } catch (problem) {
    await database.close()
    throw problem
  }
}

async function serveAll(config: Config, database: OpenDatabase, listener: Listener): Promise<Running> {
  const files = filesOf(config)
  const { pool, db, signIn, jobs, readConnection, databaseUrl, queueConnections } = database
  const live = await openLive(databaseUrl, (problem) => console.error(`live events: ${problem.message}`))
  const { egress, browser, close: closeWaysOut } = await openWaysOut(config)
  const settings = settingsOf(config)
  const politeness = openPoliteness({ db: jobs.db, egress, ...config.politeness })
  const app = createAppContext({ pool, db, signIn, readConnection, settings, files, live, egress, browser, politeness })
  const server = await buildServer({
    app,
    log: config.logLevel,
    serverFactory: listener.serverFactory,
    ...(config.proxies === undefined ? {} : { proxies: config.proxies }),
    ...(existsSync(join(webFolder, 'index.html')) ? { webFolder } : {}),
  })
  serveHealth(server, {
    process: () => Promise.resolve(refuseWhile(listener.isClosing(), 'stopping')),
    database: database.check,
    migrations: database.isMigrated,
    files: () =>
      files.check().catch((problem: Error) => {
        refuseWhile(isStorageFull(problem), 'full')
        throw problem
      }),
  })
  const metrics = startMetrics(server, config, databaseUrl)
  const stopTidying = startTidying(config.dataDir, (problem) => server.log.error({ err: problem }, 'folders'))
  await server.ready()
  const worker = config.worker
    ? await startAppWorker(
        { ...app, pool: jobs.pool, db: jobs.db },
        workerPartsOf(config, { databaseUrl, queueConnections, log: server.log }),
      )
    : undefined
  collectGarbage()
  listener.serveApi()
  return {
    // Pages that are open end at once, so that the jobs which wait for them do.
    stopWorker: async () => {
      await Promise.all([browser.close(), worker?.stop()])
    },
    close: async () => {
      stopTidying()
      await server.close()
      await closeWaysOut()
      await metrics.close()
      await live.close()
      await database.close()
    },
  }
}

/** The address people open; for port 0, which tests use, the one that was chosen. */
function addressOf(config: Config, listener: Listener): string {
  return config.port === 0 ? `http://${config.host}:${listener.port}` : config.appUrl
}

function welcome(config: Config, address: string): string {
  if (!config.demo) return `\n${config.productName} is ready: ${address}\n`
  return [
    '',
    `${config.productName} is ready: ${address}`,
    '',
    'Sign in to the demo world with the password Demo@2026 as',
    '  client@demo.test      a client with all six platforms',
    '  analyst@demo.test     an analyst',
    '  admin@demo.test       an administrator',
    '  client2@demo.test     a client of another company',
    '  twofactor@demo.test   a client with two-factor sign-in',
    '',
  ].join('\n')
}
