import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '#app/config.ts'
import { closeOnShutdown, exitWithError } from '#app/shutdown.ts'
import { fillDemo } from '#app/fill-demo.ts'
import { serveHealth } from '#app/health.ts'
import {
  filesOf,
  inboundOf,
  lookUpsOf,
  mailDriverOf,
  createAppContext,
  revisitingOf,
  settingsOf,
} from '#app/app-context.ts'
import { type OpenDatabase, openDatabase } from '#app/open-database.ts'
import { buildServer } from '#app/server.ts'
import { startAppWorker } from '#app/worker.ts'
import { openLive } from '#kit/server/live.ts'

const webFolder = join(import.meta.dirname, '../../dist/web')

/** Starts the console: database, migrations, demo world, API and browser files; shuts down cleanly on a signal. */
export async function run(): Promise<void> {
  try {
    const config = readConfig()
    const database = await openDatabase(config, console.log)
    await fillAndListen(config, database).catch(async (problem: unknown) => {
      await database.close()
      throw problem
    })
  } catch (problem) {
    exitWithError(problem)
  }
}

async function fillAndListen(config: Config, database: OpenDatabase): Promise<void> {
  if (config.demo) await fillDemo(config, database.jobs.pool, console.log)
  await listen(config, database)
}

async function listen(config: Config, database: OpenDatabase): Promise<void> {
  const files = filesOf(config)
  const { pool, db, signIn, jobs, ready, readConnection, databaseUrl } = database
  const live = await openLive(databaseUrl, (problem) => console.error(`live events: ${problem.message}`))
  const app = createAppContext({ pool, db, signIn, readConnection, settings: settingsOf(config), files, live })
  const server = await buildServer({
    app,
    log: config.logLevel,
    ...(config.proxies === undefined ? {} : { proxies: config.proxies }),
    ...(existsSync(join(webFolder, 'index.html')) ? { webFolder } : {}),
  })
  const worker = config.worker
    ? await startAppWorker(
        { ...app, pool: jobs.pool, db: jobs.db },
        {
          databaseUrl,
          driver: mailDriverOf(config),
          from: config.mail.from,
          mailsPerMinute: config.mail.perMinute,
          lookUps: lookUpsOf(config),
          inbound: inboundOf(config),
          revisiting: revisitingOf(config),
          log: server.log,
        },
      )
    : undefined
  serveHealth(server, {
    database: () => ready.query('select 1'),
    migrations: database.isMigrated,
    files: files.check,
  })
  const stopServing = async () => {
    await server.close()
    await worker?.stop()
    await live.close()
  }
  closeOnShutdown(async () => {
    await stopServing()
    await database.close()
  })
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (problem) {
    // Stopped in order, so that nothing still uses the database that the caller closes next.
    await stopServing()
    if ((problem as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw problem
    throw new Error(`Port ${config.port} on ${config.host} is used by another program: set PORT to a free one`)
  }
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(welcome(config, config.port === 0 ? `http://${config.host}:${port}` : config.appUrl))
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
