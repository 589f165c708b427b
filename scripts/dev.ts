// `npm run dev`: the API and the screens, both reloaded on change, on the data folder of `npm start`. Loopback only.
// Flags go to the API process: `npm run dev -- --inspect`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createVite } from 'vite'
import { type Config, readConfig } from '../src/app/config.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/app/embedded-database.ts'
import { closeOnShutdown, exitWithError } from '../src/app/shutdown.ts'
import { freePort } from '../src/kit/server/free-port.ts'
import { memoryFlags } from './lib/node.mjs'

const root = join(import.meta.dirname, '..')
const host = '127.0.0.1'

try {
  await develop()
} catch (problem) {
  exitWithError(problem)
}

async function develop(): Promise<void> {
  const config = readConfig({ ...process.env, HOST: host })
  // It runs here and not in the API process, so that a change does not restart it too.
  const database = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, say: console.log })
  const stops: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const stop of stops) await stop()
    await database?.stop()
  }
  closeOnShutdown(close)
  try {
    const apiPort = await freePort()
    const api = keepRunning(environmentOf(config, database, apiPort), `http://${host}:${apiPort}/api/ready`)
    stops.push(api.stop)
    const vite = await serveScreens(config.port, `http://${host}:${apiPort}`, api.whenReady)
    stops.push(() => vite.close())
    const restart = onceQuiet(api.restart)
    for (const folder of ['src', join('db', 'migrations')])
      watch(join(root, folder), { recursive: true }, (_event, name) => {
        if (name && concernsApi(name.replaceAll('\\', '/'))) restart()
      })
  } catch (problem) {
    await close()
    throw problem
  }
}

/** Whether a file of src or db/migrations is part of the API; screens are reloaded by Vite. */
function concernsApi(name: string): boolean {
  return /\.(ts|mjs|json|sql)$/.test(name) && !/(^|\/)web\/|\.test\.ts$/.test(name)
}

/** The settings of `npm start`, with links that lead to the address of the screens. */
function environmentOf(config: Config, database: EmbeddedDatabase | undefined, port: number): NodeJS.ProcessEnv {
  return {
    APP_URL: `http://${host}:${config.port}`,
    LOG_LEVEL: 'warn',
    ...process.env,
    HOST: host,
    PORT: String(port),
    DATABASE_URL: config.databaseUrl ?? database?.url,
    BRANDKEEP_DEMO: config.demo ? '1' : '0',
    DATABASE_PREPARED_STATEMENTS: config.usePreparedStatements ? '1' : '0',
  }
}

/** Runs the API process, again after `restart`; one that fails stays stopped until then. */
function keepRunning(env: NodeJS.ProcessEnv, readiness: string) {
  let child = start()
  let ready = answers(child)
  let turn = Promise.resolve()

  function start(): ChildProcess {
    const flags = [...memoryFlags, ...process.argv.slice(2), join(root, 'src/app/main.mjs')]
    const started = spawn(process.execPath, flags, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    started.once('exit', (code) => {
      if (code) console.error('The API has stopped; it starts again with the next change.')
    })
    return started
  }

  async function answers(one: ChildProcess): Promise<void> {
    while (one.exitCode === null && one.signalCode === null) {
      const answer = await fetch(readiness).catch(() => undefined)
      if (answer?.ok) return
      await sleep(20)
    }
  }

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    // A job that still runs is repeated by the next process.
    const limit = setTimeout(() => child.kill('SIGKILL'), 1000)
    await ended
    clearTimeout(limit)
  }

  const restartNow = async () => {
    await end()
    const began = performance.now()
    child = start()
    await answers(child)
    if (child.exitCode === null) console.log(`API restarted in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  return {
    stop: end,
    /** Resolves when the API answers, or has failed to start. */
    whenReady: () => ready,
    restart: () => {
      turn = turn.then(restartNow)
      ready = turn
    },
  }
}

/** Calls `action` when nothing has changed for a moment: editors write a file in several steps. */
function onceQuiet(action: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(action, 50)
  }
}

/** Vite on `port`; calls go on to the API, and wait while it restarts. */
async function serveScreens(port: number, api: string, whenReady: () => Promise<void>) {
  const listeners = process.listeners('SIGTERM')
  const vite = await createVite({
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    root: join(root, 'src/app'),
    logLevel: 'warn',
    server: {
      host,
      port,
      strictPort: true,
      // Nothing else of the project, above all not the data folder.
      fs: { allow: [join(root, 'src'), join(root, 'node_modules')] },
      proxy: { '/api': api },
    },
    plugins: [
      {
        name: 'wait-for-api',
        configureServer: ({ middlewares }) =>
          void middlewares.use('/api', (_request, _response, next) => void whenReady().then(() => next())),
      },
    ],
  })
  // Vite exits on this signal at once, and PostgreSQL would end before the API.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.includes(listener)) process.removeListener('SIGTERM', listener)
  await vite.listen()
  return vite
}
