import { accessSync, constants, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { claimFolder } from '#app/data-folder.ts'
import { startEmbeddedDatabase } from '#app/embedded-database.ts'
import { openClient } from '#kit/server/connection-settings.ts'
import { migrate } from '#kit/server/migrate.ts'
import { storeDemo, storedNames, takeStoredDemo } from './demo-cache.ts'
import { databasePrefix, memoryFolder } from './run-folder.ts'
import '#kit/server/testing.ts'

/** Databases of test runs carry this name, the run's process, and a number; the template has number 0. */
const PREFIX = 'brandkeep_test'

type RunDatabase = { url: string; isInMemory: boolean; demoFolder: string; stop: () => Promise<void> }

// Each project of the run loads this module for itself.
const shared = globalThis as { brandkeepTestDatabase?: Promise<RunDatabase> | undefined }

/**
 * One PostgreSQL for all projects of the run: the one of DATABASE_URL, else our own in a temporary folder. It holds a
 * template with all migrations applied, from which testDatabase() copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, isInMemory, demoFolder } = await (shared.brandkeepTestDatabase ??= startDatabase())
  project.provide('clusterUrl', url)
  project.provide('templateDatabase', template)
  project.provide('isInMemory', isInMemory)
  project.provide('demoFolder', demoFolder)
  // All projects have ended when the first of them is asked to clean up.
  return async () => {
    const database = await shared.brandkeepTestDatabase
    shared.brandkeepTestDatabase = undefined
    await database?.stop()
  }
}

async function startDatabase(): Promise<RunDatabase> {
  const memory = roomInMemory()
  const external = process.env['DATABASE_URL']
  const cluster = external ? await externalCluster(external) : await ownCluster(memory)
  if (!cluster.isFilled) await createTemplate(cluster.url)
  return { ...cluster, isInMemory: !external && memory !== undefined }
}

const template = `${PREFIX}_${process.pid}_0`
/** The name that journeys use for the template with the demo data. */
const demoTemplate = `${PREFIX}_${process.pid}_demo`

async function createTemplate(url: string): Promise<void> {
  await inMaintenance(url, async (client) => {
    await client.query(`drop database if exists ${template}`)
    await client.query(`create database ${template}`)
  })
  await migrate({ url: withDatabaseName(url, template), folder: join(import.meta.dirname, '../../db/migrations') })
}

/** The demo's files lie in a folder of this run, as its databases have names of this run: those of an earlier run are gone. */
async function externalCluster(url: string) {
  const folder = mkdtempSync(join(tmpdir(), databasePrefix))
  await claimFolder(folder)
  return {
    url,
    isFilled: false,
    demoFolder: join(folder, 'demo'),
    stop: async () => {
      await dropAllOfThisRun(url)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ownCluster(folder = tmpdir()) {
  const dataDir = mkdtempSync(join(folder, databasePrefix))
  // Test data may be lost in a power cut, so nothing waits for the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // A new database is written to the log page by page; compressing that took a twentieth of the processor time.
    wal_compression: 'off',
    max_wal_size: '1GB',
    // Nothing is gained by writing a segment of the log in advance, and what is stored for the next run would be full of them.
    wal_init_zero: 'off',
    wal_recycle: 'off',
    min_wal_size: '32MB',
    max_connections: '300',
  }
  const demoFolder = join(dataDir, 'demo')
  const isFilled = takeStoredDemo(dataDir)
  const database = await startEmbeddedDatabase({ dataDir, settings })
  // As superuser: it creates databases, and tests may empty the logs.
  const url = database.superuserUrl
  if (isFilled) await rename(url, { [storedNames.template]: template, [storedNames.demo]: demoTemplate })
  return {
    url,
    isFilled,
    demoFolder,
    stop: async () => {
      const isNew = !isFilled && existsSync(demoFolder)
      if (isNew) await prepareToStore(url)
      await database.stop()
      if (isNew) storeDemo(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Leaves only the two templates in the cluster, under the names that the next run looks for. */
async function prepareToStore(url: string): Promise<void> {
  await rename(url, { [template]: storedNames.template, [demoTemplate]: storedNames.demo })
  await dropAllOfThisRun(url)
}

async function rename(url: string, names: Record<string, string>): Promise<void> {
  await inMaintenance(url, async (client) => {
    for (const [before, after] of Object.entries(names))
      await client.query(`alter database ${before} rename to ${after}`)
  })
}

/** Bytes that must be free for the databases of a run, which need a third of it. */
const ROOM = 8 * 1024 ** 3

/** Linux's file system in memory when it and the memory have room: a file system on disk costs a tenth more. */
function roomInMemory(): string | undefined {
  try {
    accessSync(memoryFolder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM ? memoryFolder : undefined
  } catch {
    return undefined
  }
}

async function dropAllOfThisRun(url: string): Promise<void> {
  await inMaintenance(url, async (client) => {
    const found = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${PREFIX}_${process.pid}_%`,
    ])
    for (const { datname } of found.rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}

async function inMaintenance(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = await openClient({ connectionString: withDatabaseName(url, 'postgres') })
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function withDatabaseName(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
