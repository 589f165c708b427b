// `npm run worker`: runs the background jobs only; any number of these may run next to the API.
import pino from 'pino'
import { finishRestore } from '#app/backup/restored-secret.ts'
import { readConfig } from '#app/config.ts'
import { closeOnShutdown, exitWithError } from '#app/shutdown.ts'
import { createAppContext, filesOf, openWaysOut, settingsOf, workerPartsOf } from '#app/app-context.ts'
import { listenForMetrics } from '#app/metrics/start-metrics.ts'
import { openDatabase } from '#app/open-database.ts'
import { checkInstallation } from '#app/installation.ts'
import { noLiveEvents } from '#kit/server/live.ts'
import { openPoliteness } from '#kit/server/politeness.ts'
import { startAppWorker } from '#app/worker.ts'

try {
  const configured = readConfig()
  if (!configured.databaseUrl) throw new Error('DATABASE_URL is needed: without it the console runs its jobs itself')
  const log = pino({ level: configured.logLevel })
  const { jobs, databaseUrl, queueConnections, check, isMigrated, close } = await openDatabase(configured, console.log)
  const config = await finishRestore(configured, databaseUrl)
  await checkInstallation(config, jobs.pool)
  const { egress, browser, close: closeWaysOut } = await openWaysOut(config)
  const app = createAppContext({
    egress,
    browser,
    politeness: openPoliteness({ db: jobs.db, egress, ...config.politeness }),
    pool: jobs.pool,
    db: jobs.db,
    settings: settingsOf(config),
    files: filesOf(config),
    live: noLiveEvents,
  })
  const worker = await startAppWorker(app, workerPartsOf(config, { databaseUrl, queueConnections, log }))
  const metrics = await listenForMetrics(config, databaseUrl, {
    database: check,
    migrations: isMigrated,
    files: app.files.check,
  })
  closeOnShutdown(async () => {
    await metrics.close()
    await Promise.all([browser.close(), worker.stop()])
    await closeWaysOut()
    await close()
  }, config.shutdownSeconds)
  console.log(`${config.productName} worker is ready`)
} catch (problem) {
  exitWithError(problem)
}
